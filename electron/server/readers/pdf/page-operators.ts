import type { PDFPageProxy } from 'unpdf/pdfjs';

/** The operators of pdf.js, by name. */
export type Operators = typeof import('unpdf/pdfjs')['OPS'];

/** Some of the operators of a page, in the order in which they are drawn, and the operands of each. */
interface OperatorPart {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/**
 * The operators of a page, without those of its annotations, in parts as pdf.js reads them: its `getOperatorList` collects them all first, more than a gigabyte
 * of a large drawing. Of a page that is damaged these are the operators up to the damage, as of that function.
 */
export async function* operatorsOf({ _transport: transport, pageNumber }: PDFPageProxy): AsyncGenerator<OperatorPart> {
  const { AnnotationMode } = await import('unpdf/pdfjs');
  const wanted = transport.getRenderingIntent('display', AnnotationMode.DISABLE, null, false, true);
  const { renderingIntent: intent, cacheKey, annotationStorageSerializable, modifiedIds } = wanted;
  const pageIndex = pageNumber - 1;
  const annotationStorage = annotationStorageSerializable.map;
  const request = { pageId: pageIndex, pageIndex, intent, cacheKey, annotationStorage, modifiedIds };
  const reader = transport.messageHandler.sendWithStream('GetOperatorList', request).getReader();
  const read = () => reader.read().catch(() => ({ value: undefined, done: true }));
  let part = await read();
  try {
    for (; !part.done; part = await read()) yield part.value;
  } finally {
    // What is not wanted is let go part by part. Told to stop, pdf.js rejects a promise that nobody may wait for, which ends the thread.
    while (!part.done) part = await read();
  }
}

import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { z } from 'zod';

/** For a set of pages pdf.js is told which to leave out: so many sets at most, whatever the number of pages. */
const MOST_SETS = 500;

/** Gives the annotations of a page as pdf.js describes them. */
export type ReadAnnotations = (page: PDFPageProxy) => Promise<readonly unknown[]>;

const WithFieldsSchema = z.object({ info: z.object({ IsAcroFormPresent: z.literal(true) }) });
const WithUrlSchema = z.object({ url: z.string() });
const PlacedSchema = z.object({ pageIndex: z.int() });

/**
 * Reads annotations without reading the page's text a second time, as pdf.js does where there are links or highlights, to tell what lies under them. Only a
 * link that leads to an address needs that. Fields that no page names come only that way, too.
 */
export function openAnnotations(document: PDFDocumentProxy): ReadAnnotations {
  const count = document.numPages;
  const size = Math.ceil(count / MOST_SETS);
  let hasFields: Promise<boolean> | undefined;
  let known: { readonly first: number; readonly found: Promise<readonly unknown[] | undefined> } | undefined;

  async function lookForFields(): Promise<boolean> {
    try {
      return WithFieldsSchema.safeParse(await document.getMetadata()).success;
    } catch {
      // Damaged properties say nothing of fields.
      return true;
    }
  }

  /** Undefined if one of the pages is damaged. */
  async function readSet(first: number): Promise<readonly unknown[] | undefined> {
    const { AnnotationType } = await import('unpdf/pdfjs');
    const others = Array.from({ length: count }, (_, index) => index).filter((at) => at < first || at >= first + size);
    try {
      return await document.getAnnotationsByType(new Set(Object.values(AnnotationType)), new Set(others));
    } catch {
      return undefined;
    }
  }

  return async (page) => {
    hasFields ??= lookForFields();
    if (await hasFields) return await page.getAnnotations();
    const index = page.pageNumber - 1;
    const first = index - (index % size);
    if (known?.first !== first) known = { first, found: readSet(first) };
    const found = await known.found;
    const own = found?.filter((annotation) => PlacedSchema.safeParse(annotation).data?.pageIndex === index);
    const isEnough = own?.every((annotation) => !WithUrlSchema.safeParse(annotation).success);
    return own !== undefined && isEnough === true ? own : await page.getAnnotations();
  };
}

import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { EquationReader } from '../equation/equation-text.ts';
import { fileCorrupt, fileHasNoText } from '../errors/file-errors.ts';
import { decodePart } from '../text/decode-part.ts';
import { readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { readXmlPart } from '../xml/xml-part.ts';
import { XmlError, type XmlHandler } from '../xml/xml-reader.ts';
import { ListStyles } from './odt-lists.ts';
import { ScriptStyles } from './odt-scripts.ts';
import { createOdtTextReader, type OdtContext } from './odt-text.ts';
import { describeOdf, ODF_CONTENT, ODF_TEXT, type OdfPackage, openOdf } from './open-odf.ts';

/** The text of an OpenDocument text, with its title and author: one document per file, streamed. */
export async function* readOdt(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const document = await openOdf(file, ODF_TEXT, context.signal);
  try {
    const metadata = await describeOdf(document);
    const odt = { ...(await readStyles(document)), equations: await readEquations(document) };
    const pieces = decodePart(await document.archive.stream(ODF_CONTENT), context.signal);
    const name = (error: unknown) =>
      error instanceof XmlError ? fileCorrupt(file, 'its content is damaged', error) : error;
    const text = await withFirstText(translatingErrors(readThrough(pieces, await createOdtTextReader(odt)), name));
    if (text === undefined) {
      throw fileHasNoText(
        file,
        'it holds no written paragraphs',
        'if its text is in pictures, run text recognition first',
      );
    }
    yield { text, metadata };
    context.onRead(file.sizeBytes);
  } finally {
    document.archive.close();
  }
}

/** The styles that are shared by several documents or named by people. */
async function readStyles({ archive, file, signal }: OdfPackage): Promise<Omit<OdtContext, 'equations'>> {
  const styles = { listStyles: new ListStyles(), scriptStyles: new ScriptStyles() };
  const name = 'styles.xml';
  if (archive.find(name) === undefined) return styles;
  const onOpen: XmlHandler['onOpen'] = (element, attributes) => {
    styles.listStyles.onOpen(element, attributes);
    styles.scriptStyles.onOpen(element, attributes);
  };
  await readXmlPart({ archive, file, name, signal }, { onOpen });
  return styles;
}

/** The equations of a document, by the path of their object. */
async function readEquations({ archive, file, signal, equations }: OdfPackage): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of equations) {
    const name = `${path}/${ODF_CONTENT}`;
    if (archive.find(name) === undefined) continue;
    const reader = new EquationReader();
    await readXmlPart({ archive, file, name, signal }, reader);
    texts.set(path, reader.text);
  }
  return texts;
}

import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../../../../shared/errors/errors.ts';
import type { LoadedDocument, SourceFile, TextInput } from '../../../core/document.ts';
import type { LoadContext } from '../../../core/document-loader.ts';
import { unpackFolder } from '../../contained/read-contained.ts';
import { recogniseContent } from '../../content/recognise-content.ts';
import { openText } from '../../text/open-text.ts';
import type { OfficePackage } from '../office-xml.ts';
import type { Relationship } from '../relationships.ts';

/** Reads a document in a file of its own. */
export type ReadImported = (file: SourceFile, context: LoadContext) => AsyncIterable<LoadedDocument>;

export interface ImportContext {
  readonly load: LoadContext;
  /** For a Word document in the document. */
  readonly readWord: ReadImported;
}

/**
 * The texts of the documents that a part takes in as they are (`altChunk`): pages of HTML, MHTML, RTF, text, and other Word documents, by the ids of its
 * relationships. One that can't be read is reported.
 */
export async function readImportedTexts(
  office: OfficePackage,
  relationships: readonly Relationship[],
  context: ImportContext,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const imported = relationships.filter(({ type }) => type.toLowerCase() === 'afchunk');
  if (imported.length === 0) return texts;
  const folder = await unpackFolder(context.load);
  try {
    for (const { id, part } of imported) {
      try {
        texts.set(id, await readPart(office, part, { ...context, path: join(folder, 'part') }));
      } catch (error) {
        office.signal.throwIfAborted();
        if (!(error instanceof UserError)) throw error;
        if (error.code !== 'FILE_EMPTY' && error.code !== 'FILE_HAS_NO_TEXT')
          office.onNote?.(`Left out: ${error.message}`);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return texts;
}

async function readPart(
  office: OfficePackage,
  part: string,
  { load, readWord, path }: ImportContext & { readonly path: string },
): Promise<string> {
  await pipeline(await office.archive.stream(part), createWriteStream(path), { signal: office.signal });
  const name = `${office.file.name}/${posix.basename(part)}`;
  const file = { name, path, sizeBytes: (await stat(path)).size };
  const read = await readerOf(file, office.signal, readWord);
  const texts: string[] = [];
  for await (const { text } of read(file, { ...load, onRead: () => undefined })) texts.push(await wholeOf(text));
  return texts.join('\n\n').trim();
}

async function wholeOf(text: TextInput): Promise<string> {
  if (typeof text === 'string') return text;
  let whole = '';
  for await (const piece of text) whole += piece;
  return whole;
}

/** By its content, and by the name of its part where that says more. */
async function readerOf(file: SourceFile, signal: AbortSignal, readWord: ReadImported): Promise<ReadImported> {
  const { extension } = await recogniseContent(file, signal);
  const named = posix.extname(file.name).toLowerCase();
  if (extension === '.docx' || extension === '.zip') return readWord;
  if (extension === '.rtf') return (await import('../../rtf/rtf.ts')).readRtf;
  if (extension === '.html' || /^\.x?html?$/.test(named)) return (await import('../../html/html.ts')).readHtml;
  if (/^\.(?:mht|mhtml|eml)$/.test(named)) return (await import('../../email/mhtml.ts')).readMhtml;
  if (extension === '.xml') {
    const textOf = await (await import('../../html/html-text.ts')).openHtmlToText();
    const { readXml } = await import('../../xml/xml.ts');
    return (xml, context) => readXml(xml, context, (html) => textOf(html).text);
  }
  return async function* readAsText(text, context) {
    yield { text: await openText(text, 'a text, a page or a Word document', context), metadata: {} };
  };
}

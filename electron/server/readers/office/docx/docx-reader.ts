// Why no library: recall/precision on 195 public files are 1.000/.966, against mammoth .962/.996 and officeparser .923/.963; 30,000 paragraphs take 5 s and 121 MB (mammoth 27 s, 658 MB).

import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../../../../shared/errors/errors.ts';
import { docxFile as definition } from '../../../../../shared/nodes/documentloaders/docx-file.ts';
import { countOf } from '../../../../../shared/text/format.ts';
import type { LoadedDocument, SourceFile, TextInput } from '../../../core/document.ts';
import { type LoadContext, readerOf } from '../../../core/document-loader.ts';
import {
  type ContainedFile,
  type Container,
  MOST_LEVELS,
  readContained,
  unpackFolder,
} from '../../contained/read-contained.ts';
import { recogniseContent } from '../../content/recognise-content.ts';
import { archiveTooLarge, fileHasNoText } from '../../errors/file-errors.ts';
import { openText } from '../../text/open-text.ts';
import { readLinkedTexts } from '../linked-texts.ts';
import { type OfficePackage, prefixed, readXml, streamXml, withProgress } from '../office-xml.ts';
import { type OpenOffice, openOffice, WORD } from '../open-office.ts';
import { partOfType, type Relationship, readRelationships } from '../relationships.ts';
import { BlockList, BodyWriter, lineOf } from './blocks.ts';
import { readNumbering } from './numbering.ts';
import { readStyles } from './styles.ts';
import type { WordContext } from './word-context.ts';
import { WordReader } from './word-reader.ts';

/** The text of a Word document as Markdown, streamed: one document per file. */
export const docxReader = readerOf(definition, {
  load: (params, file, context) => readDocx(params, { file, context }),
});

/** What is read besides the body. */
interface DocumentOptions {
  readonly comments: boolean;
  /** Headers once before the body, footers once behind it. */
  readonly headers: boolean;
}

interface Reading extends DocumentOptions {
  readonly load: LoadContext;
  /** How deep the document lies in others. */
  readonly level: number;
}

/** Documents that take in documents: nobody nests deeper. */
const MOST_NESTED = 3;

/**
 * Adds the notes of a part to `notes`, each on one line.
 * @throws UserError FILE_CORRUPT
 */
async function readNotes(
  office: OfficePackage,
  part: string | undefined,
  kind: 'footnote' | 'endnote' | 'comment',
  context: WordContext & { readonly notes: Map<string, string> },
): Promise<void> {
  if (part === undefined || !office.archive.names.has(part)) return;
  let key = '';
  let author = '';
  let list = new BlockList();
  let reader = new WordReader(context, list);
  await readXml(office, part, {
    onOpen(element, attributes) {
      if (element !== kind) {
        reader.onOpen(element, attributes);
        return;
      }
      // The separator lines above notes are stored as notes too, with other types.
      const type = prefixed(attributes, 'type') ?? 'normal';
      key = type === 'normal' ? `${kind}:${prefixed(attributes, 'id')}` : '';
      // Only comments have one.
      author = prefixed(attributes, 'author') ?? '';
      list = new BlockList();
      reader = new WordReader(context, list);
    },
    onClose(element) {
      if (element !== kind) {
        reader.onClose(element);
        return;
      }
      reader.end();
      if (key !== '') context.notes.set(key, `${author === '' ? '' : `${author}: `}${lineOf(list.blocks)}`);
    },
    onText: (text) => reader.onText(text),
  });
}

/**
 * Streams the text of a Word document as Markdown: headings, lists with their displayed numbers, tables, equations, descriptions of pictures, charts,
 * diagrams, the documents that it takes in, and each note after its paragraph. Deleted passages are left out.
 * @throws UserError FILE_CORRUPT
 */
async function* readDocument(office: OpenOffice, reading: Reading): AsyncGenerator<string> {
  const relationships = await readRelationships(office, office.mainPart);
  const context = {
    styles: await readStyles(office, partOfType(relationships, 'styles')),
    lists: await readNumbering(office, partOfType(relationships, 'numbering')),
    notes: new Map<string, string>(),
    linked: new Map<string, string>(),
    comments: new Set<string>(),
    unknownFonts: new Set<string>(),
  };
  await readNotes(office, partOfType(relationships, 'footnotes'), 'footnote', context);
  await readNotes(office, partOfType(relationships, 'endnotes'), 'endnote', context);
  if (reading.comments) await readNotes(office, partOfType(relationships, 'comments'), 'comment', context);
  const body = new BodyWriter();
  if (reading.headers) await addMargins(office, relationships, 'header', { context, body, reading });
  const linked = await linkedTexts(office, relationships, reading);
  const reader = new WordReader({ ...context, linked }, body);
  for await (const _ of streamXml(office, office.mainPart, reader)) {
    const text = body.take();
    if (text !== '') yield text;
  }
  reader.end();
  if (reading.headers) await addMargins(office, relationships, 'footer', { context, body, reading });
  const text = body.take();
  if (text !== '') yield text;
  noteFonts(office, context.unknownFonts);
  if (!reading.comments) noteComments(office, context.comments.size);
}

interface Target {
  readonly context: WordContext;
  readonly body: BodyWriter;
  readonly reading: Reading;
}

/** Adds the headers or footers of all sections; equal ones once. */
async function addMargins(
  office: OfficePackage,
  relationships: readonly Relationship[],
  type: 'header' | 'footer',
  { context, body, reading }: Target,
): Promise<void> {
  const written = new Set<string>();
  for (const { part } of relationships.filter((relationship) => relationship.type === type)) {
    if (!office.archive.names.has(part)) continue;
    const list = new BlockList();
    const linked = await linkedTexts(office, await readRelationships(office, part), reading);
    const reader = new WordReader({ ...context, linked }, list);
    await readXml(office, part, reader);
    reader.end();
    for (const block of list.blocks) {
      if (written.has(block.text)) continue;
      written.add(block.text);
      body.add(block);
    }
  }
}

/** Reads a document in a file of its own. */
type ReadImported = (file: SourceFile, context: LoadContext) => AsyncIterable<LoadedDocument>;

interface ImportContext {
  readonly load: LoadContext;
  /** For a Word document in the document. */
  readonly readWord: ReadImported;
}

/**
 * The texts of the documents that a part takes in as they are (`altChunk`): pages of HTML, MHTML, RTF, text, and other Word documents, by the ids of its
 * relationships. One that can't be read is reported.
 */
async function readImportedTexts(
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
  const read = await readerByContent(file, office.signal, readWord);
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
async function readerByContent(file: SourceFile, signal: AbortSignal, readWord: ReadImported): Promise<ReadImported> {
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

async function linkedTexts(
  office: OfficePackage,
  relationships: readonly Relationship[],
  { level, ...options }: Reading,
): Promise<ReadonlyMap<string, string>> {
  const readWord: ReadImported = async function* readWord(file, load) {
    if (level >= MOST_NESTED) throw archiveTooLarge(file, `it lies more than ${MOST_NESTED} documents deep`);
    const inner = await openOffice(file, WORD, { signal: load.signal, onNote: office.onNote });
    try {
      let text = '';
      for await (const piece of readDocument(inner, { ...options, load, level: level + 1 })) text += piece;
      yield { text, metadata: {} };
    } finally {
      inner.archive.close();
    }
  };
  const drawn = await readLinkedTexts(office, relationships);
  return new Map([...drawn, ...(await readImportedTexts(office, relationships, { load: options.load, readWord }))]);
}

function noteComments({ onNote }: OfficePackage, count: number): void {
  if (count > 0) onNote?.(`Left out: ${countOf(count, 'comment')}; the loader's setting "Comments" reads them.`);
}

function noteFonts({ onNote }: OfficePackage, fonts: ReadonlySet<string>): void {
  if (fonts.size === 0) return;
  const names = [...fonts].map((font) => `"${font}"`).join(', ');
  onNote?.(`Left out: signs of the font ${names}, since it is not known what they stand for.`);
}

/**
 * The text of a Word document.
 * @param container how the files embedded in it are read, behind its text; without it, they are not
 */
export async function* readDocx(
  { comments, headers }: { readonly comments: boolean; readonly headers: boolean },
  { file, context }: Pick<Container, 'file' | 'context'>,
  container?: Container,
): AsyncGenerator<LoadedDocument> {
  const { onRead } = context;
  const office = await openOffice(file, WORD, context);
  try {
    const embedded = container === undefined ? [] : await embeddedFiles(office);
    const pieces = readDocument(withProgress(office, [office.mainPart], onRead), {
      comments,
      headers,
      load: context,
      level: 0,
    });
    yield { text: requireText(file, pieces, embedded.length > 0), metadata: {} };
    if (container !== undefined && container.nesting.level < MOST_LEVELS) yield* readContained(embedded, container);
    onRead(file.sizeBytes);
  } finally {
    office.archive.close();
  }
}

/** Workbooks and other documents that people put into the text; not those behind charts, which the charts show. */
async function embeddedFiles(office: OpenOffice): Promise<readonly ContainedFile[]> {
  const relationships = await readRelationships(office, office.mainPart);
  const parts = new Set(relationships.flatMap(({ type, part }) => (type === 'package' ? [part] : [])));
  return [...parts].map((part) => ({
    name: posix.basename(part),
    sizeBytes: office.archive.sizeOf(part),
    unpack: async (path) => pipeline(await office.archive.stream(part), createWriteStream(path)),
  }));
}

async function* requireText(
  file: SourceFile,
  pieces: AsyncIterable<string>,
  mayBeEmpty: boolean,
): AsyncGenerator<string> {
  let hasText = mayBeEmpty;
  for await (const piece of pieces) {
    hasText = true;
    yield piece;
  }
  if (hasText) return;
  throw fileHasNoText(file, 'it holds no written paragraphs', 'if its text is in pictures, run text recognition first');
}

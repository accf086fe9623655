import { open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { z } from 'zod';
import type { SourceFile } from '../../core/document.ts';
import { describeContent } from '../content/describe-content.ts';
import { fileCorrupt, fileEmpty, fileEncrypted, wrongContent } from '../errors/file-errors.ts';
import type { IsShown } from './hidden-text.ts';
import { readCMap } from './read-cmap.ts';
import { decodeText, OBJECT_BEGIN, streamOf, textOfKey } from './stored-objects.ts';

/** Like Acrobat, pdf.js accepts a PDF whose signature is anywhere in its first kilobyte. */
export const PDF_HEAD_BYTES = 1024;
export const PDF_MARK = '%PDF-';
/** Bytes per read. A file is read piece by piece as pages need it, never whole. */
const RANGE_BYTES = 1024 * 1024;
/** Forms are smaller, in bytes; in larger files with fields nothing is looked for. */
const LARGEST_FORM = 32 * 1024 * 1024;
/** In pixels: larger pictures are left out, not decoded, where only text is read. */
const NO_PICTURES = 1;
/** The same where they are: A0 at 200 dots an inch. */
const LARGEST_PICTURE = 64_000_000;

/** A field of a form as it is stored: pdf.js gives no values that are streams, and no fields that neither a page nor the form names. */
interface StoredField {
  /** As pdf.js calls the object: "7R". */
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly rect: readonly number[];
}

/** A value unpacks to at most so many bytes. */
const LONGEST_VALUE = 1024 * 1024;
/** A field's dictionary has less. */
const LONGEST_FIELD = 16 * 1024;
/** Bits of flags (PDF 1.7, tables 165 and 228): Hidden and NoView, Password. */
const HIDDEN = 2 | 32;
const PASSWORD = 8192;
const WIDGET = /\/Subtype\s*\/Widget\b/g;

/** The fields for text of a form whose objects are not packed; none of an encrypted file. @param text the file, a letter for each byte */
function storedFields(text: string): StoredField[] {
  if (/\/Encrypt\s/.test(text)) return [];
  const fields = new Map<string, StoredField>();
  for (const { index } of text.matchAll(WIDGET)) {
    const before = text.slice(Math.max(0, index - LONGEST_FIELD), index);
    const begin = [...before.matchAll(OBJECT_BEGIN)].at(-1);
    if (begin === undefined || before.indexOf('endobj', begin.index) !== -1) continue;
    const start = Math.max(0, index - LONGEST_FIELD) + begin.index;
    const end = text.indexOf('endobj', index);
    const dictionary = text.slice(start, end === -1 ? index + LONGEST_FIELD : Math.min(end, start + LONGEST_FIELD));
    const value = isShownText(dictionary) ? storedValue(dictionary, text) : undefined;
    if (value === undefined) continue;
    const [, number = '', generation = '0'] = begin;
    const id = `${number}R${generation === '0' ? '' : generation}`;
    const rect = (/\/Rect\s*\[([\d\s.+-]+)\]/.exec(dictionary)?.[1] ?? '').trim().split(/\s+/).map(Number);
    fields.set(id, { id, name: textOfKey(dictionary, 'T') ?? '', value, rect });
  }
  return [...fields.values()];
}

/** Whether a field is one for text that is shown, and no password. */
function isShownText(dictionary: string): boolean {
  const flags = (key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
  return /\/FT\s*\/Tx\b/.test(dictionary) && (flags('F') & HIDDEN) === 0 && (flags('Ff') & PASSWORD) === 0;
}

function storedValue(dictionary: string, text: string): string | undefined {
  const [, number, generation = '0'] = /\/V\s+(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(dictionary) ?? [];
  if (number === undefined) return textOfKey(dictionary, 'V');
  const bytes = streamOf(text, { number, generation }, LONGEST_VALUE);
  return Buffer.isBuffer(bytes) ? decodeText(bytes) : undefined;
}

/** Adds the values that only the file has, and on an only page the fields that nothing names. */
function withStored(annotations: readonly unknown[], stored: readonly StoredField[], isOnlyPage: boolean): unknown[] {
  if (stored.length === 0) return [...annotations];
  const byId = new Map(stored.map((field) => [field.id, field] as const));
  const known = annotations.map((annotation) => {
    const field = FieldSchema.safeParse(annotation).data;
    const own = field === undefined ? undefined : byId.get(field.id);
    if (field !== undefined) byId.delete(field.id);
    return own === undefined || (field?.fieldValue ?? '') !== '' ? annotation : { ...field, fieldValue: own.value };
  });
  if (!isOnlyPage) return known;
  const unnamed = [...byId.values()].map(({ name, value, rect }) => {
    return { subtype: 'Widget', fieldType: 'Tx', fieldName: name, fieldValue: value, rect };
  });
  return [...known, ...unnamed];
}

/** pdf.js gets the pages to leave out with each set of pages: at most this many sets, whatever the number of pages. */
const MOST_SETS = 500;

/** Gives the annotations of a page as pdf.js describes them. */
type ReadAnnotations = (page: PDFPageProxy) => Promise<readonly unknown[]>;

const WithFieldsSchema = z.object({ info: z.object({ IsAcroFormPresent: z.literal(true) }) });
const WithUrlSchema = z.object({ url: z.string() });
const FieldSchema = z.looseObject({ id: z.string(), fieldType: z.literal('Tx'), fieldValue: z.string().nullish() });
const PlacedSchema = z.object({ pageIndex: z.int() });

/**
 * Reads annotations without reading the page's text a second time, as pdf.js does where there are links or highlights, to find out what lies under them. Only a
 * link that leads to an address needs that. Fields that no page names come only that way, too.
 */
function openAnnotations(document: PDFDocumentProxy, readFile: () => Promise<string>): ReadAnnotations {
  let stored: Promise<readonly StoredField[]> | undefined;
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
    if (await hasFields) {
      stored ??= readFile().then(storedFields);
      return withStored(await page.getAnnotations(), await stored, count === 1);
    }
    const index = page.pageNumber - 1;
    const first = index - (index % size);
    if (known?.first !== first) known = { first, found: readSet(first) };
    const found = await known.found;
    const own = found?.filter((annotation) => PlacedSchema.safeParse(annotation).data?.pageIndex === index);
    const isEnough = own?.every((annotation) => !WithUrlSchema.safeParse(annotation).success);
    return own !== undefined && isEnough === true ? own : await page.getAnnotations();
  };
}

/** An open PDF; the caller must close it. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  readonly readAnnotations: ReadAnnotations;
  /** Which layers are shown. */
  readLayers(): Promise<IsShown>;
  /** Why the file, or a CMap that its fonts need, could not be read: then the document is unusable. */
  readError(): unknown;
  close(): Promise<void>;
}

/**
 * @param withPictures whether its pictures are decoded
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_ENCRYPTED, FILE_CORRUPT
 */
export async function openPdf(file: SourceFile, signal: AbortSignal, withPictures = false): Promise<OpenPdf> {
  const handle = await open(file.path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PDF_HEAD_BYTES), 0, PDF_HEAD_BYTES, 0);
    if (bytesRead === 0) throw fileEmpty(file);
    if (!buffer.includes(PDF_MARK)) throw wrongContent(file, 'a PDF document', await describeContent(file, signal));
    const { document, readAnnotations, readLayers, readError, close } = await openDocument(
      file,
      withPictures,
      async (begin, end) => {
        const bytes = new Uint8Array(end - begin);
        await handle.read(bytes, 0, bytes.length, begin);
        return bytes;
      },
    );
    return {
      document,
      readAnnotations,
      readLayers,
      readError,
      async close() {
        await close();
        await handle.close();
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type ReadRange = (begin: number, end: number) => Promise<Uint8Array>;

/** Classes of browsers that pdf.js draws with. It looks for them when it is loaded, and warns; nothing is drawn here. */
const DRAWING = ['DOMMatrix', 'Path2D', 'ImageData'];
const DECODERS: ReadonlySet<string> = new Set(['jbig2.wasm', 'openjpeg.wasm']);

/**
 * The build of pdf.js that decodes every picture (fax, JBIG2, JPEG 2000). unpdf's build has no decoders for these, and is enough for text.
 */
export async function loadPdfjsWithPictures() {
  for (const name of DRAWING) if (!(name in globalThis)) Reflect.set(globalThis, name, class NotDrawn {});
  // Its half that reads files is found by a global name, under which unpdf's may stand; each takes what it finds with its first document.
  await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
  return await import('pdfjs-dist/legacy/build/pdf.min.mjs');
}

/** The build copies the decoders beside the programs; the sources take them from the package. */
function decoderFile(name: string): string | URL {
  return import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve(`pdfjs-dist/wasm/${name}`)
    : new URL(`./decoders/${name}`, import.meta.url);
}

/**
 * What pdf.js asks for while it reads a document: CMaps, and decoders of pictures.
 * @throws RangeError for anything else: fonts are not needed without drawing
 */
async function readPdfjsData(kind: string, name: string): Promise<Uint8Array> {
  if (kind === 'cMapUrl') return await readCMap(name);
  if (kind !== 'wasmUrl' || !DECODERS.has(name)) throw new RangeError(`No such data: ${name}`);
  return await readFile(decoderFile(name));
}

async function openDocument(file: SourceFile, withPictures: boolean, readRange: ReadRange): Promise<OpenPdf> {
  const pdfjs = withPictures ? await loadPdfjsWithPictures() : await import('unpdf/pdfjs');
  let readError: unknown;
  const fail = (error: unknown): void => {
    readError = error;
    // Pending reads must fail with the document.
    void task.destroy();
  };
  class FileTransport extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      readRange(begin, end).then((bytes) => this.onDataRange(begin, bytes), fail);
    }
  }
  class DataFactory {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      try {
        return await readPdfjsData(kind, filename);
      } catch (error) {
        // pdf.js would continue without the characters.
        if (kind === 'cMapUrl') fail(error);
        throw error;
      }
    }
  }
  const task = pdfjs.getDocument({
    range: new FileTransport(file.sizeBytes, null),
    BinaryDataFactory: DataFactory,
    ...(withPictures ? { wasmUrl: 'pdfjs-dist/wasm/', useWorkerFetch: false } : {}),
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: withPictures ? LARGEST_PICTURE : NO_PICTURES,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    const readAnnotations = openAnnotations(document, async () => {
      if (file.sizeBytes > LARGEST_FORM) return '';
      return Buffer.from(await readRange(0, file.sizeBytes)).toString('latin1');
    });
    const layers = document.getOptionalContentConfig().catch(() => undefined);
    const readLayers = async (): Promise<IsShown> => {
      const config = await layers;
      return (layer) => config?.isVisible(layer) !== false;
    };
    return { document, readAnnotations, readLayers, readError: () => readError, close: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    if (error instanceof pdfjs.PasswordException) throw fileEncrypted(file);
    throw readError ?? fileCorrupt(file, 'its structure is damaged', error);
  }
}

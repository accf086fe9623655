import { open } from 'node:fs/promises';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { SourceFile } from '../../core/document.ts';
import { describeContent } from '../content/describe-content.ts';
import { fileCorrupt, fileEmpty, fileEncrypted, wrongContent } from '../errors/file-errors.ts';
import type { IsShown } from './hidden-text.ts';
import { loadPdfjsWithPictures, readPdfjsData } from './load-pdfjs.ts';
import { openAnnotations, type ReadAnnotations } from './page-annotations.ts';

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

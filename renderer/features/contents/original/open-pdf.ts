import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { CMAP_PATH } from '../../../../shared/text/cmap-path.ts';
import { readOriginalPart, type SourceOf } from '../../../api/originals.ts';
import { serverAddress } from '../../../api/server-address.ts';

/** Bytes per request: a page needs a few of them, never the whole file. */
const RANGE_BYTES = 256 * 1024;

/** An open PDF; whoever opened it closes it. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  close(): Promise<void>;
}

/**
 * Opens the original of a source, read piece by piece as pages need it, in a worker of its own.
 * @throws Error of pdf.js or of the server, saying what is wrong with the file
 */
export async function openPdf(of: SourceOf, sizeBytes: number): Promise<OpenPdf> {
  const pdfjs = await import('unpdf/pdfjs');
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = pdfjs.PDFWorker.create({ port });
  const reading = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  class OriginalTransport extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      readOriginalPart(of, begin, end, reading.signal).then(
        (bytes) => this.onDataRange(begin, bytes),
        (error: unknown) => failed.reject(error),
      );
    }
  }
  const task = pdfjs.getDocument({
    range: new OriginalTransport(sizeBytes, null),
    worker,
    // Loaded when a PDF names one. The worker has no address that a path alone could stand for.
    cMapUrl: serverAddress + CMAP_PATH,
    cMapPacked: true,
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  async function close(): Promise<void> {
    reading.abort();
    await task.destroy();
    worker.destroy();
    port.terminate();
  }
  try {
    return { document: await Promise.race([task.promise, failed.promise]), close };
  } catch (error) {
    await close();
    throw error;
  }
}

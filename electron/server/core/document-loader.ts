import type { AppError } from '../../../shared/errors/errors.ts';
import type { LoadFailure } from './chunk.ts';
import type { LoadedDocument, Metadata, SourceFile } from './document.ts';

export interface LoadContext {
  readonly signal: AbortSignal;
  /** To be called with how much of the file has been dealt with, in bytes: for progress. */
  onRead(bytesRead: number): void;
}

/**
 * Reads one file. Runs in a worker thread. Checks the content (extension first, then what is in it).
 * @throws UserError UNSUPPORTED_FILE_TYPE, FILE_CORRUPT, FILE_EMPTY, FILE_ENCRYPTED, FILE_HAS_NO_TEXT, ARCHIVE_TOO_LARGE,
 *   naming the file and the reason.
 */
export interface FileDocumentLoader<Params> {
  load(params: Params, file: SourceFile, context: LoadContext): AsyncIterable<LoadedDocument>;
  /** Of the additional metadata, what every document gets as it is; without this function, all. */
  commonMetadata?(additional: Metadata): Metadata;
  readonly checkConnection?: CheckConnection<Params>;
}

export interface OriginContext {
  readonly signal: AbortSignal;
  /**
   * To be called with how many documents (pages, files, rows) have been dealt with, of how many if that is known: for progress.
   * @param message what people should know of the run so far: that something was left out, say
   */
  onProgress(done: number, total?: number, message?: string): void;
  /** To be called for what could not be read when the loader goes on without it: what is stored of it stays. */
  onFailed?(failure: OriginFailure): void;
  /** To be called before a file is opened: if reading it ends the worker, the error names it. */
  onFile?(file: SourceFile): void;
  /** An empty folder for files that are fetched; it is removed when the job ends. */
  makeFolder(): Promise<string>;
  /** A folder that stays, for what is worth keeping from one run to the next. Its content may vanish at any time. */
  readonly cacheFolder: string;
}

export interface OriginFailure extends Pick<LoadFailure, 'name' | 'isOpenEnded' | 'isTold'> {
  readonly error: AppError;
  /** What its documents have, or may have. */
  readonly metadata: readonly Metadata[];
}

/**
 * Fetches documents from where its params say: the web, a folder, a database. Runs in a worker thread. The metadata of every document
 * names its origin: `source` at least, which is unique for each document that can change by itself.
 * @throws UserError for what the params or the content are to blame for; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export interface OriginDocumentLoader<Params> {
  loadOrigin(params: Params, context: OriginContext): AsyncIterable<LoadedDocument>;
  readonly checkConnection?: CheckConnection<Params>;
}

/** A loader of files has `upload` in its definition; any other fetches by itself. */
export type DocumentLoader<Params> = FileDocumentLoader<Params> | OriginDocumentLoader<Params>;

/**
 * Tries to reach what a node talks to, without changing anything there. Runs on the server's thread.
 * @returns a sentence for people: what answered
 * @throws UserError, OperationalError saying what failed and what to do
 */
export type CheckConnection<Params> = (params: Params, signal: AbortSignal) => Promise<string>;

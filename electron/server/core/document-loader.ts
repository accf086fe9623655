import { type AppError, OperationalError, UserError } from '../../../shared/errors/errors.ts';
import type { NodeDefinition, ParamsOf } from '../../../shared/nodes/define-node.ts';
import type { LoadFailure } from './chunk.ts';
import type { LoadedDocument, Metadata, SourceFile } from './document.ts';
import type { TextRecogniser } from './text-recogniser.ts';

export interface LoadContext {
  readonly signal: AbortSignal;
  /** To be called with how much of the file has been dealt with, in bytes: for progress. */
  onRead(bytesRead: number): void;
  /** To be called for a part of the file that can't be read when the loader goes on with the rest; without this function, the part costs the file. */
  onFailedPart?(error: UserError): void;
  /** To be called for a file within the file that has nothing to read; without this function, a note says so. */
  onLeftOut?(name: string, error: UserError): void;
  /** To be called for what people should know of how the file was read: which row was taken for the header, what in it was left out. A sentence in English. */
  onNote?(note: string): void;
  /** To be called with what takes long at the moment, a sentence in English, and with undefined when it goes on as usual: for progress. */
  onStep?(step: string | undefined): void;
  /** An empty folder for what is unpacked of the file, removed when the job ends; without it, one of the system is used. */
  makeFolder?(): Promise<string>;
  /** For loaders that have text recognition switched on. */
  readonly recogniser?: TextRecogniser;
}

/**
 * Reads files of a format. Runs in a worker thread. Checks the content (extension first, then what is in it).
 * @throws UserError UNSUPPORTED_FILE_TYPE, FILE_CORRUPT, FILE_EMPTY, FILE_ENCRYPTED, FILE_HAS_NO_TEXT, ARCHIVE_TOO_LARGE,
 *   naming the file and the reason.
 */
export interface FileReader<Params> {
  load(params: Params, file: SourceFile, context: LoadContext): AsyncIterable<LoadedDocument>;
  /** Of the additional metadata, what every document gets as it is; without this function, all. */
  commonMetadata?(additional: Metadata): Metadata;
}

/** Types a reader from the definition of the node whose params it takes. */
export function readerOf<D extends NodeDefinition<'documentloader'>>(
  _definition: D,
  reader: FileReader<ParamsOf<D>>,
): FileReader<ParamsOf<D>> {
  return reader;
}

/** A loader of files, as {@link FileReader} says; its definition has `upload`. */
export interface OpenFileLoader {
  load(file: SourceFile, context: LoadContext): AsyncIterable<LoadedDocument>;
  commonMetadata?(additional: Metadata): Metadata;
}

/** How the files of a folder differ from the stored ones. Paths are relative to it, with /. */
export interface FileChanges {
  /** The only files to read; undefined: all that there are. */
  readonly changed: readonly string[] | undefined;
  /** Files that were stored and are not there any more. */
  readonly gone: readonly string[];
}

export interface OriginContext {
  readonly signal: AbortSignal;
  /**
   * To be called with how many documents (pages, files, rows) have been dealt with, of how many if that is known: for progress.
   * @param message what people should know of the run so far: that something was left out, say
   */
  onProgress(done: number, total?: number, message?: string): void;
  /** As for a file, with its path or address: {@link LoadContext.onNote}. */
  onNote?(name: string, note: string): void;
  /** As for a file: {@link LoadContext.onStep}. */
  onStep?(step: string | undefined): void;
  /** To be called for what could not be read when the loader goes on without it: what is stored of it stays. */
  onFailed?(failure: OriginFailure): void;
  /** Whether files that can't be read are left out and reported by `onFailed`, as the caller requested, whatever the loader's own setting says. */
  readonly skipsFailedFiles?: boolean;
  /** A loader of a folder reads only these, without failing when nothing of them is left; other loaders may ignore it. */
  readonly changes?: FileChanges | undefined;
  /** To be called for each file of `changes` with the metadata that its documents have or had: chunks of it that this run does not yield are out of date. */
  onSeen?(metadata: Metadata): void;
  /** To be called before a file is opened: if reading it ends the worker, the error names it. */
  onFile?(file: SourceFile): void;
  /** An empty folder for files that are fetched; it is removed when the job ends. */
  makeFolder(): Promise<string>;
  /** A cache folder, for what a later run can use. Its content may vanish at any time. */
  readonly cacheFolder: string;
  /** For loaders that have text recognition switched on. */
  readonly recogniser?: TextRecogniser;
}

export interface OriginFailure extends Pick<LoadFailure, 'name' | 'isPartial' | 'isOpenEnded' | 'isReported'> {
  readonly error: AppError;
  /** What its documents have, or may have. */
  readonly metadata: readonly Metadata[];
}

/**
 * Whether a run can go on without what an error is about: what a user can mend of one file, and the data that recognising its text needs. Any
 * other fault of the place or the machine meets all files.
 */
export function costsOneFile(error: unknown): error is AppError {
  if (error instanceof UserError) return true;
  return (
    error instanceof OperationalError && error.code === 'MODEL_UNAVAILABLE' && error.details?.language !== undefined
  );
}

/**
 * Fetches documents from where its params say: the web, a folder, a database. Runs in a worker thread. The metadata of every document
 * names its origin: `source` at least, which is unique for each document that can change by itself.
 * @throws UserError for what the params or the content are to blame for; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export interface OpenOriginLoader {
  loadOrigin(context: OriginContext): AsyncIterable<LoadedDocument>;
  /**
   * The folder that it reads, for a loader that understands `OriginContext.changes`. Runs on the server's thread.
   * @param cacheFolder of the loaders: the app's own data is not read
   * @throws UserError INVALID_PARAM saying what is wrong with it
   */
  openFolder?(cacheFolder: string): Promise<WatchedFolder>;
}

/** A loader with its params. */
export type OpenLoader = OpenFileLoader | OpenOriginLoader;

/** A file as it lies in a folder. */
export interface WatchedFile {
  /** Relative to the folder, with /. */
  readonly path: string;
  /** Another one whenever the content may be another. */
  readonly identity: string;
  /** The file system that it lies on; undefined for one that can't be examined. */
  readonly device: string | undefined;
}

/** Which of all folders of the machine one is. */
export interface FolderPlace {
  readonly device: string;
  /** Its number on that file system. */
  readonly inode: string;
}

/** A folder that a loader reads. */
export interface WatchedFolder {
  /** Its real path. */
  readonly root: string;
  /** Whether subfolders are read, too. */
  readonly isRecursive: boolean;
  /** Whether one file can be examined without the others. */
  readonly isFileByFile: boolean;
  /**
   * The files that the loader would read, without opening them.
   * @param path a file or a folder in it, relative; "" for all. What is not there or not wanted gives nothing.
   * @param onUnread called with a folder in it that can't be listed
   * @throws UserError INVALID_PARAM if the folder itself can't be read; the system's error
   */
  files(path: string, signal: AbortSignal, onUnread: (path: string) => void): AsyncIterable<WatchedFile>;
  /** The folders in it that may hold such files, from `path` on, that one included. */
  folders(path: string, signal: AbortSignal): AsyncIterable<string>;
  /** Which folder lies at a path: undefined where there is none now. */
  placeAt(path: string): Promise<FolderPlace | undefined>;
}

import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../../package.json' with { type: 'json' };
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { entryUrl } from '../../common/entry-url.ts';
import { prefetch } from '../../common/prefetch.ts';
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import { costsOneFile, type OriginContext } from '../../core/document-loader.ts';
import { cacheKey, type DocumentCache, openDocumentCache } from '../../http/document-cache.ts';
import { countFiles, LeftOutFiles, shortenNames } from '../../readers/errors/left-out.ts';
import { type ReadOptions, readAnyFile } from '../../readers/read-any-file.ts';
import { fileUnreadable } from '../file-problems.ts';
import { cachedDocuments, type FileReports, isContentProblem, keepDocuments } from './cached-documents.ts';

/** A file that a loader has found. */
export interface FoundFile {
  /** Path relative to the loader's root, with /. It is displayed, and its extension selects the reader. */
  readonly path: string;
  /** Metadata of each of its documents. */
  readonly metadata: Metadata;
  /** Identifies its content: while this stays the same, the file is not opened. */
  readonly contentId: readonly (string | number)[];
  /** Downloads it to this machine, if necessary. Undefined: it no longer exists. */
  fetch(): Promise<SourceFile | undefined>;
  /** Called when it was downloaded and read. */
  release?(file: SourceFile): Promise<void>;
  /** Whether the content that was read still matches `contentId`. */
  isCurrent?(): Promise<boolean>;
}

export interface FoundFilesOptions {
  readonly reading: ReadOptions;
  /** Skips files that are damaged, encrypted, too large or unreadable, instead of ending the run; so does {@link OriginContext.skipsFailedFiles}. */
  readonly skipErrors: boolean;
  /** Whether it is no failure when nothing can be read. */
  readonly mayBeEmpty?: boolean;
  /** The number of files, if known. */
  readonly total?: number;
  /** How many files may be prefetched; 1 by default. */
  readonly fetchAhead?: number;
  /** What could not be listed; reported with the skipped files. */
  readonly unreadable?: readonly string[];
  /** Where the files come from, as a phrase: "The folder reports". */
  readonly place: string;
  /** What to do where nothing can be read. */
  readonly advice?: string;
}

const ADVICE = 'check where it leads, and its patterns if it has any';

/**
 * Reads files one after another with their readers, or from the cache if they have not changed. Files without text (pictures, programs, empty ones)
 * are left out and named in the run's message, with what they are; those within archives and mails, too.
 * @throws UserError as the readers do, naming the file; NO_FILES if no file could be read
 */
export async function* readFoundFiles(
  files: AsyncIterable<FoundFile>,
  options: FoundFilesOptions,
  context: OriginContext,
): AsyncGenerator<LoadedDocument> {
  const cache = openDocumentCache(context.cacheFolder);
  const tally = createTally(options, context);
  let done = 0;
  const report = (): void => context.onProgress(done, options.total, tally.describe());
  const prepared = prefetch(files, options.fetchAhead ?? 1, (file) => prepare(file, options.reading, cache));
  for await (const one of prepared) {
    const { file, source } = one;
    context.signal.throwIfAborted();
    try {
      yield* tolerate(documentsOf({ ...one, cache, options, context, tally }), file, tally);
    } finally {
      if (source !== undefined) await file.release?.(source);
    }
    done += 1;
    report();
  }
  context.onProgress(done, done, tally.describe());
  if (tally.read === 0 && options.mayBeEmpty !== true) throw nothingRead(options, tally);
}

interface Prepared {
  readonly file: FoundFile;
  readonly key: Buffer;
  /** Its local path; undefined if the cache has it, or the download failed. */
  readonly source?: SourceFile | undefined;
  readonly isGone?: boolean;
  /** Why the download failed; reported when the file's turn comes. */
  readonly problem?: AppError;
}

let known: string | undefined;

/** What becomes another when files may be read in another way than before: with other readers, or other packages that these use. Found out once a thread. */
export function readingEdition(): string {
  known ??= editionOf(entryUrl('load-worker'));
  return known;
}

/**
 * @param program that reads files: as built, or its source
 * @param sources of the readers, where it is not built
 */
export function editionOf(program: URL, sources: URL = new URL('../../readers/', import.meta.url)): string {
  const hash = createHash('sha256').update(JSON.stringify(packageJson.dependencies));
  if (program.pathname.endsWith('.ts')) addFiles(hash, fileURLToPath(sources));
  // It names the parts that it is built of, and those their own, each with a hash of its content.
  else hash.update(readFileSync(program));
  return hash.digest('base64url');
}

function addFiles(hash: Hash, folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
}

/** What decides about the text of a file. Languages only count where text is recognised. */
function keyOf({ contentId }: FoundFile, { ocrLanguages, ...options }: ReadOptions): Buffer {
  const all = options.ocr === true ? { ...options, ocrLanguages } : options;
  const named = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return cacheKey([readingEdition(), ...contentId, ...named.sort()]);
}

async function prepare(file: FoundFile, options: ReadOptions, cache: DocumentCache): Promise<Prepared> {
  const key = keyOf(file, options);
  if (cache.has(key)) return { file, key };
  try {
    const source = await file.fetch();
    return { file, key, source, isGone: source === undefined };
  } catch (error) {
    if (isOfOneFile(error)) return { file, key, problem: error };
    throw error;
  }
}

interface Reading extends Prepared {
  readonly cache: DocumentCache;
  readonly options: FoundFilesOptions;
  readonly context: OriginContext;
  readonly tally: Tally;
}

async function* documentsOf(reading: Reading): AsyncGenerator<LoadedDocument> {
  const { file, key, source, isGone, problem, cache, options, context, tally } = reading;
  if (problem !== undefined) throw problem;
  if (isGone === true) return;
  const reports: FileReports = {
    onFailedPart(error) {
      const failure = { name: file.path, error, metadata: [file.metadata], isPartial: true };
      context.onFailed?.({ ...failure, isOpenEnded: false, isReported: true });
    },
    onLeftOut: (name, error) => tally.countWithoutText(`${file.path}/${name}`, error),
    onNote: (note) => context.onNote?.(file.path, note),
  };
  const cached = source === undefined ? cachedDocuments(cache, key, reports) : undefined;
  for await (const document of cached ?? freshDocuments()) {
    yield { ...document, metadata: { ...document.metadata, ...file.metadata } };
  }

  async function* freshDocuments(): AsyncGenerator<LoadedDocument> {
    const { signal } = context;
    // The cache may have dropped it since the check.
    const fetched = source ?? (await file.fetch());
    if (fetched === undefined) return;
    try {
      context.onFile?.(fetched);
      const { makeFolder, recogniser, onStep } = context;
      const reading = {
        signal,
        onRead: () => undefined,
        makeFolder,
        ...(recogniser === undefined ? {} : { recogniser }),
        ...(onStep === undefined ? {} : { onStep }),
      };
      yield* keepDocuments(cache, key, (reports) => readAnyFile(fetched, options.reading, { ...reading, ...reports }), {
        reports,
        isCurrent: async () => (await file.isCurrent?.()) ?? true,
      });
    } finally {
      context.onStep?.(undefined);
      if (source === undefined) await file.release?.(fetched);
    }
  }
}

type Tally = ReturnType<typeof createTally>;

/** Counts read and skipped files. */
function createTally({ skipErrors, unreadable = [] }: FoundFilesOptions, context: OriginContext) {
  let read = 0;
  const isTolerant = skipErrors || context.skipsFailedFiles === true;
  const withoutText = new LeftOutFiles();
  const skipped = [...unreadable];
  return {
    get read() {
      return read;
    },
    countRead(): void {
      read += 1;
    },
    countWithoutText(path: string, error: UserError): void {
      withoutText.add(path, error);
    },
    /** Skips a file, or throws the error that ends the run. */
    leaveOut(error: unknown, { path, metadata }: FoundFile): void {
      const known = error instanceof AppError ? error : fileUnreadable(path, error);
      if (known === undefined) throw error;
      if (isContentProblem(known)) withoutText.add(path, known);
      else if (isTolerant && isOfOneFile(known)) {
        skipped.push(path);
        context.onFailed?.({ name: path, error: known, metadata: [metadata], isOpenEnded: false, isReported: true });
      } else throw known;
    },
    describe(): string | undefined {
      const parts = [
        ...(withoutText.count === 0
          ? []
          : [`${countFiles(withoutText.count)} without text that can be read (${withoutText.describe()})`]),
        ...(skipped.length === 0
          ? []
          : [`${countFiles(skipped.length)} that could not be read (${shortenNames(skipped)})`]),
      ];
      return parts.length === 0 ? undefined : `Left out: ${parts.join(', ')}`;
    },
  };
}

/** Whether an error is about one file, not about the settings or the place of all files. */
function isOfOneFile(error: unknown): error is AppError {
  return costsOneFile(error) && (typeof error.details?.file === 'string' || !(error instanceof UserError));
}

/** The documents of one file up to the first problem, if that is one to skip. */
async function* tolerate(
  documents: AsyncIterable<LoadedDocument>,
  file: FoundFile,
  tally: Tally,
): AsyncGenerator<LoadedDocument> {
  let isRead = false;
  try {
    for await (const document of documents) {
      isRead = true;
      if (typeof document.text === 'string') yield document;
      else yield { ...document, text: toleratePieces(document.text, file, tally) };
    }
  } catch (error) {
    tally.leaveOut(error, file);
  }
  if (isRead) tally.countRead();
}

async function* toleratePieces(pieces: AsyncIterable<string>, file: FoundFile, tally: Tally): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    tally.leaveOut(error, file);
  }
}

function nothingRead({ place, advice = ADVICE }: FoundFilesOptions, tally: Tally): UserError {
  const leftOut = tally.describe();
  return new UserError(
    'NO_FILES',
    leftOut === undefined
      ? `${place} has no files to read: ${advice}.`
      : `${place} has nothing that can be read. ${leftOut}: ${advice}.`,
  );
}

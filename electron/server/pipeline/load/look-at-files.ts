import {
  type AppError,
  fromErrorData,
  toAppError,
  toErrorData,
  UserError,
  withNodeId,
} from '../../../../shared/errors/errors.ts';
import type { PlannedLoader } from '../../../../shared/flow/compile-flow.ts';
import { unstructuredFileLoader } from '../../../../shared/nodes/documentloaders/unstructured-file-loader.ts';
import { countOf } from '../../../../shared/text/format.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadChunks } from '../../core/load-job.ts';
import { fileEmpty } from '../../readers/errors/file-errors.ts';
import { type FileLook, lookAtFile } from '../../readers/look-at-file.ts';
import { jobOf } from './loader-job.ts';

/** A file that no run can read, and why. */
export interface BadFile {
  readonly name: string;
  readonly error: AppError;
}

/** The files that one loader is to read. */
export interface LoaderFiles {
  readonly loader: PlannedLoader;
  readonly files: readonly SourceFile[];
}

/** Names that a message has room for; the details have more. */
const NAMED = 5;
const DETAILED = 1000;

/**
 * One error for all files of a call that can't be read: that of a single one, or one that names the first. Where the call has other files, `details.files`
 * names all that are bad.
 * @param total files of the call
 */
export function badFilesError(bad: readonly [BadFile, ...BadFile[]], total: number): AppError {
  const [{ error }, second] = bad;
  const files = bad.slice(0, DETAILED).map(({ name, error: { code, message } }) => ({ name, code, message }));
  const details = { ...error.details, files };
  if (second === undefined) return total === 1 ? error : fromErrorData({ ...toErrorData(error), details });
  const names = bad.slice(0, NAMED).map(({ name }) => `"${name}"`);
  const more = bad.length > NAMED ? ` and ${bad.length - NAMED} more` : '';
  return new UserError(
    error.code,
    `${bad.length} of ${countOf(total, 'file')} can't be read, ${names.join(', ')}${more}: take them out, or send copies that can be read.`,
    { nodeId: error.nodeId, details },
  );
}

/**
 * Looks at all files before any of them is loaded: size, kind, encryption. What shows only in reading ends the run, as ever.
 * @throws AppError as {@link badFilesError} makes it, naming the loader of the first
 */
export async function lookAtFiles(
  work: readonly LoaderFiles[],
  loadChunks: LoadChunks,
  signal: AbortSignal,
): Promise<void> {
  const bad = new Map<string, BadFile>();
  for (const { loader, files } of work) {
    for (const file of files) {
      signal.throwIfAborted();
      const error = bad.has(file.path) ? undefined : await problemOf(loader, file, { loadChunks, signal });
      if (error !== undefined) bad.set(file.path, { name: file.name, error: toAppError(withNodeId(error, loader.id)) });
    }
  }
  const [first, ...others] = bad.values();
  const total = new Set(work.flatMap(({ files }) => files.map(({ path }) => path))).size;
  if (first !== undefined) throw badFilesError([first, ...others], total);
}

interface Looking {
  readonly loadChunks: LoadChunks;
  readonly signal: AbortSignal;
}

async function problemOf(loader: PlannedLoader, file: SourceFile, looking: Looking): Promise<AppError | undefined> {
  const look = await lookFor(loader, file, looking.signal);
  if (look.kind === 'bad') return look.error;
  return look.kind === 'fine' ? undefined : openingProblem(loader, file, looking);
}

/** What a server elsewhere can read is its own to say. */
async function lookFor(loader: PlannedLoader, file: SourceFile, signal: AbortSignal): Promise<FileLook> {
  if (loader.definition.name !== unstructuredFileLoader.name) return lookAtFile(file, signal);
  return file.sizeBytes === 0 ? { kind: 'bad', error: fileEmpty(file) } : { kind: 'fine' };
}

/** Opens a file as the run will, as far as its first chunk. */
async function openingProblem(
  loader: PlannedLoader,
  file: SourceFile,
  { loadChunks, signal }: Looking,
): Promise<AppError | undefined> {
  try {
    const job = { ...jobOf({ ...loader, splitter: undefined }, [file], 'source'), batchSize: 1 };
    for await (const _first of loadChunks(job, signal)) return undefined;
    return undefined;
  } catch (error) {
    if (error instanceof UserError && error.code === 'FILE_ENCRYPTED') return error;
    // Anything else is for the run, which says it as it does for every file.
    signal.throwIfAborted();
    return undefined;
  }
}

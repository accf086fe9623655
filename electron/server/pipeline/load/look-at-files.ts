import {
  type AppError,
  type ErrorData,
  fromErrorData,
  toErrorData,
  UserError,
  withNodeId,
} from '../../../../shared/errors/errors.ts';
import type { PlannedLoader } from '../../../../shared/flow/upsert-plan.ts';
import { unstructuredFileLoader } from '../../../../shared/nodes/documentloaders/unstructured-file-loader.ts';
import { countOf } from '../../../../shared/text/format.ts';
import type { SourceFile } from '../../core/document.ts';
import type { JobFile, LoadChunks } from '../../core/load-job.ts';
import { fileEmpty } from '../../readers/errors/file-errors.ts';
import { type FileLook, lookAtFile } from '../../readers/look-at-file.ts';
import { type FilesByLoader, type LoaderWork, loaderPart } from './source-part.ts';

/** A file that no run can read, and why. */
export interface BadFile {
  readonly name: string;
  readonly error: AppError;
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
 * Looks at all files before any of them is loaded: size, kind, encryption. What shows only in reading is for the run.
 * @returns all files; the bad ones say why they are bad
 * @throws AppError as {@link badFilesError} makes it, naming the loader of the first: for one bad file, or with `skipFailedFiles` when all are bad
 */
export async function lookAtFiles(
  work: readonly Pick<LoaderWork, 'loader' | 'files'>[],
  looking: Looking,
): Promise<FilesByLoader> {
  const bad = new Map<string, BadFile>();
  const found = new Map<string, readonly JobFile[]>();
  let good = 0;
  for (const { loader, files } of work) {
    const looked: JobFile[] = [];
    for (const file of files) {
      looking.signal.throwIfAborted();
      const problem = file.problem ?? (await problemOf(loader, file, looking));
      looked.push(problem === undefined ? file : { ...file, problem });
      if (problem === undefined) good += 1;
      else if (!bad.has(file.path)) bad.set(file.path, { name: file.name, error: fromErrorData(problem) });
    }
    if (looked.length > 0) found.set(loader.id, looked);
  }
  const [first, ...others] = bad.values();
  const total = new Set(work.flatMap(({ files }) => files.map(({ path }) => path))).size;
  if (first !== undefined && (good === 0 || !looking.skipFailedFiles)) throw badFilesError([first, ...others], total);
  return found;
}

interface Looking {
  readonly loadChunks: LoadChunks;
  readonly signal: AbortSignal;
  /** Whether the run goes on without the bad ones. */
  readonly skipFailedFiles: boolean;
}

async function problemOf(loader: PlannedLoader, file: SourceFile, looking: Looking): Promise<ErrorData | undefined> {
  const look = await lookFor(loader, file, looking.signal);
  if (look.kind === 'fine') return undefined;
  const error = look.kind === 'bad' ? look.error : await openingProblem(loader, file, looking);
  return error === undefined ? undefined : toErrorData(withNodeId(error, loader.id));
}

/** A remote server decides itself what it can read. */
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
    const part = loaderPart({ loader: { ...loader, splitter: undefined }, files: [file], batchSize: 1 }, loadChunks);
    for await (const _first of part.open('source', signal)) return undefined;
    return undefined;
  } catch (error) {
    if (error instanceof UserError && error.code === 'FILE_ENCRYPTED') return error;
    // Anything else is for the run, which says it as it does for every file.
    signal.throwIfAborted();
    return undefined;
  }
}

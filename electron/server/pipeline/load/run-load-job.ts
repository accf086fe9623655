import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ZodError } from 'zod';
import { faultOf } from '../../../../shared/errors/describe-fault.ts';
import { BugError, fromErrorData, toErrorData, UserError, withNodeId } from '../../../../shared/errors/errors.ts';
import type { BatchPart, ChunkBatch, LoadFailure, LoadProgress } from '../../core/chunk.ts';
import type { LoadedDocument, SourceFile, TextInput } from '../../core/document.ts';
import { costsOneFile, type OriginContext, type OriginFailure } from '../../core/document-loader.ts';
import type { JobFile, LoadJob, LoadListener } from '../../core/load-job.ts';
import type { TextRecogniser } from '../../core/text-recogniser.ts';
import type { TextSplitter } from '../../core/text-splitter.ts';
import {
  type OpenFileLoader,
  type OpenLoader,
  type OpenOriginLoader,
  openLoader,
  openSplitter,
} from '../../nodes/open-loader.ts';
import { openRecogniser } from '../../recognition/text-recogniser.ts';
import { wholeText } from '../../splitters/whole-text.ts';
import { type ChunkColumns, createChunkColumns } from './chunk-columns.ts';
import { type DocumentMetadata, describeDocument, type MetadataRules } from './chunk-metadata.ts';

export interface JobObserver {
  readonly signal: AbortSignal;
  /** A file is about to be read. */
  onFile(file: SourceFile): void;
  readonly listener?: LoadListener;
}

/** Pages of a site come one in half a second: what is there is stored meanwhile, and the run shows that it goes on. */
const LONGEST_WAIT_MS = 2000;

/** Folders of ours that loaders may write to. */
export interface LoadFolders {
  /** For what is gone when its job ends. */
  readonly temporary: string;
  /** For what may be of use to a later job. */
  readonly cache: string;
}

/** What a job finds on the disk. */
export interface JobFolders extends LoadFolders {
  /** Where on-device models lie. */
  readonly models: string;
}

/** Does a {@link LoadJob}: reads its files or fetches its documents, splits, describes and hashes the chunks, and hands them out in batches. */
export async function* runLoadJob(
  job: LoadJob,
  folders: JobFolders,
  observer: JobObserver,
): AsyncGenerator<ChunkBatch> {
  const loader = await openNode(job.loader, openLoader);
  const forSplitter = { localModel: job.localModel, modelsFolder: folders.models };
  const splitter =
    job.splitter === undefined
      ? wholeText
      : await openNode(job.splitter, (name, params) => openSplitter(name, params, forSplitter));
  await using recogniser = openRecogniser(folders.models);
  const state: JobState = {
    job,
    loader,
    recogniser,
    splitter,
    columns: createChunkColumns(job.batchSize),
    progress: { unit: 'bytes', done: 0, total: undefined },
    sentAt: performance.now(),
    chunkNos: new Map(),
    failures: [],
    file: undefined,
    parts: [],
    seen: [],
    notes: createNotes(),
    onStep: reportSteps(observer.listener?.onStep),
  };
  try {
    if ('loadOrigin' in loader) yield* readOrigin(state, loader, folders, observer);
    else yield* readFiles(state, loader, folders, observer);
  } catch (error) {
    throw withNodeId(error, job.loader.nodeId);
  }
  if (state.columns.count > 0 || state.failures.length > 0 || state.seen.length > 0) yield takeBatch(state);
}

interface JobState {
  readonly job: LoadJob;
  readonly loader: OpenLoader;
  readonly splitter: TextSplitter;
  readonly recogniser: TextRecogniser;
  readonly columns: ChunkColumns;
  progress: LoadProgress;
  /** When the last batch went, by performance.now(). */
  sentAt: number;
  /** The last number that a chunk of each source got. */
  readonly chunkNos: Map<string, number>;
  /** Since the last batch. */
  failures: LoadFailure[];
  /** The job's file that is being read. */
  file: { readonly index: number; readonly name: string } | undefined;
  /** Since the last batch. */
  parts: BatchPart[];
  /** Sources since the last batch. */
  seen: string[];
  /** Of all files. */
  readonly notes: JobNotes;
  readonly onStep: ReportStep;
}

async function* readFiles(
  state: JobState,
  loader: OpenFileLoader,
  folders: LoadFolders,
  { signal, onFile, listener }: JobObserver,
): AsyncGenerator<ChunkBatch> {
  const made = temporaryFolders(folders.temporary);
  const total = state.job.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  let before = 0;
  for (const [index, file] of state.job.files.entries()) {
    onFile(file);
    state.file = { index, name: file.name };
    const onRead = (bytesRead: number): void => {
      const readBytes = Math.min(bytesRead, file.sizeBytes);
      state.progress = { unit: 'bytes', done: before + readBytes, total, ...state.notes.report() };
      listener?.onReading({ file: index, readBytes });
    };
    const onNote = (note: string): void => {
      state.notes.add(file.name, note);
      state.progress = { ...state.progress, ...state.notes.report() };
    };
    onRead(0);
    try {
      if (file.problem !== undefined) throw fromErrorData(file.problem);
      const onFailedPart = (error: UserError): void => {
        const failure = {
          name: file.name,
          error,
          metadata: [{}],
          isPartial: true,
          isOpenEnded: false,
          isReported: true,
        };
        state.failures.push(describeFailure(state, failure, file.name));
      };
      const { makeFolder } = made;
      const { recogniser, onStep } = state;
      const context = { signal, onRead, onNote, onFailedPart, onStep, makeFolder, recogniser };
      for await (const document of loader.load(file, context)) {
        yield* readDocument(state, document, file.name, signal);
      }
    } catch (error) {
      leaveOut(state, { file, index }, error);
    } finally {
      state.onStep(undefined);
      await made.remove();
    }
    before += file.sizeBytes;
  }
  state.progress = { unit: 'bytes', done: total, total, ...state.notes.report() };
}

/** Notes a file that can't be read, or throws what ends the job. What was read of it until then stays. */
function leaveOut(
  state: JobState,
  { file, index }: { readonly file: JobFile; readonly index: number },
  error: unknown,
): void {
  if (state.job.skipFailedFiles !== true || !costsOneFile(error)) throw error;
  const failure = { name: file.name, error, metadata: [{}], isOpenEnded: false, isReported: true };
  const fileError = toErrorData(withNodeId(error, state.job.loader.nodeId));
  state.failures.push({ ...describeFailure(state, failure, file.name), file: index, fileError });
}

async function* readOrigin(
  state: JobState,
  loader: OpenOriginLoader,
  folders: LoadFolders,
  { signal, onFile }: JobObserver,
): AsyncGenerator<ChunkBatch> {
  const made = temporaryFolders(folders.temporary);
  let latest: string | undefined;
  const context: OriginContext = {
    signal,
    onProgress(done, total, message) {
      latest = message;
      state.progress = { unit: 'documents', done, total, ...state.notes.report(latest) };
    },
    onNote(name, note) {
      state.notes.add(name, note);
      state.progress = { ...state.progress, ...state.notes.report(latest) };
    },
    onFailed: (failure) => void state.failures.push(describeFailure(state, failure)),
    onFile,
    onStep: state.onStep,
    skipsFailedFiles: state.job.skipFailedFiles === true,
    changes: state.job.changes,
    onSeen: (metadata) => void state.seen.push(describeDocument(metadata, undefined, rulesOf(state)).source),
    makeFolder: made.makeFolder,
    cacheFolder: folders.cache,
    recogniser: state.recogniser,
  };
  context.onProgress(0);
  try {
    for await (const document of loader.loadOrigin(context)) {
      yield* readDocument(state, document, undefined, signal);
      const waitedMs = performance.now() - state.sentAt;
      if (state.columns.count > 0 && waitedMs >= (state.job.longestWaitMs ?? LONGEST_WAIT_MS)) yield takeBatch(state);
    }
  } finally {
    await made.remove();
  }
}

function rulesOf({ loader, job }: JobState): MetadataRules {
  return { additional: loader.metadata, omitKeys: loader.omitMetadataKeys, sourceIdKey: job.sourceIdKey };
}

/** @param fileName what the metadata's `source` is; undefined: the loader says it */
function describeFailure(
  state: JobState,
  { error, metadata, ...failure }: OriginFailure,
  fileName?: string,
): LoadFailure {
  const { code, message } = error;
  try {
    const sources = metadata.map((own) => describeDocument(own, fileName, rulesOf(state)).source);
    return { ...failure, code, message, sources };
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    // The content of a file decides what its source is: that of an unreadable file is unknown.
    return { ...failure, code, message, sources: [], isOpenEnded: true };
  }
}

/** @param source what the metadata's `source` is; undefined: the loader says it */
async function* readDocument(
  state: JobState,
  document: LoadedDocument,
  source: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ChunkBatch> {
  const { columns } = state;
  const metadata = describeDocument(document.metadata, source, rulesOf(state), document.position);
  for await (const chunk of state.splitter.split(withoutNuls(document.text))) {
    columns.add({
      content: chunk.text,
      metadata: metadata.of(chunk),
      facts: metadata.factsOf(chunk),
      source: metadata.source,
      chunkNo: nextChunkNo(state.chunkNos, metadata),
    });
    countChunk(state);
    if (columns.isFull) {
      yield takeBatch(state);
      signal.throwIfAborted();
    }
  }
}

/** Counts a chunk of the job's file that is being read. */
function countChunk({ file, parts }: JobState): void {
  if (file === undefined) return;
  const last = parts.at(-1);
  if (last?.file === file.index) parts[parts.length - 1] = { ...last, chunks: last.chunks + 1 };
  else parts.push({ file: file.index, name: file.name, chunks: 1 });
}

function takeBatch(state: JobState): ChunkBatch {
  state.sentAt = performance.now();
  const { failures, parts, seen, file } = state;
  state.failures = [];
  state.parts = [];
  state.seen = [];
  const batch = state.columns.take(state.progress);
  return {
    ...batch,
    ...(file === undefined ? {} : { parts }),
    ...(seen.length === 0 ? {} : { seen }),
    ...(failures.length === 0 ? {} : { failures }),
  };
}

function nextChunkNo(chunkNos: Map<string, number>, { source }: DocumentMetadata): number {
  const next = (chunkNos.get(source) ?? 0) + 1;
  chunkNos.set(source, next);
  return next;
}

/** NUL ends a text in SQLite and in most programs; no document means anything by it. Streams come without. */
function withoutNuls(text: TextInput): TextInput {
  return typeof text === 'string' && text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** What the readers of a job's files report to people. */
interface JobNotes {
  add(fileName: string, note: string): void;
  /**
   * The first notes, and how many more there are.
   * @param before the sentence in front of them
   */
  report(before?: string): Pick<LoadProgress, 'message'>;
}

/** So many notes are shown: a folder of workbooks has thousands. */
const MOST_SHOWN = 5;

export function createNotes(): JobNotes {
  const notes: string[] = [];
  let count = 0;
  let lastFile: string | undefined;
  return {
    add(fileName, note) {
      count += 1;
      if (notes.length === MOST_SHOWN) return;
      notes.push(fileName === lastFile ? note : `"${fileName}": ${note}`);
      lastFile = fileName;
    },
    report(before) {
      if (count === 0) return before === undefined ? {} : { message: before };
      const more = count - notes.length;
      const first = before === undefined ? [] : [before.replace(/\.?$/, '.')];
      return { message: [...first, ...notes, ...(more === 0 ? [] : [`And ${more} more notes.`])].join(' ') };
    },
  };
}

/** What takes long at the moment, a sentence in English; undefined: nothing. */
type ReportStep = (step: string | undefined) => void;

/** Passes on a step that differs from the one before. */
export function reportSteps(report: ReportStep | undefined): ReportStep {
  let last: string | undefined;
  return (step) => {
    if (step === last) return;
    last = step;
    report?.(step);
  };
}

/** Makes folders within a folder of ours, and removes them together. */
function temporaryFolders(parent: string) {
  const made: string[] = [];
  return {
    async makeFolder(): Promise<string> {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(parent, 'load-'));
      made.push(folder);
      return folder;
    },
    async remove(): Promise<void> {
      for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a node by its name and params. @throws UserError INVALID_PARAM naming node and param */
async function openNode<Opened>(
  node: { readonly nodeId: string; readonly name: string; readonly params: unknown },
  open: (name: string, params: unknown) => Promise<Opened | undefined>,
): Promise<Opened> {
  try {
    const opened = await open(node.name, node.params);
    if (opened === undefined) throw new BugError(`No implementation of the node ${node.name}`, { nodeId: node.nodeId });
    return opened;
  } catch (error) {
    if (!(error instanceof ZodError)) throw withNodeId(error, node.nodeId);
    const issue = error.issues[0];
    const param = issue?.path.join('.') ?? '';
    throw new UserError('INVALID_PARAM', `${param} ${faultOf(issue)}: correct it in the node.`, {
      nodeId: node.nodeId,
      details: { param },
    });
  }
}

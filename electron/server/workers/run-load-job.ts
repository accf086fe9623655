import { ZodError } from 'zod';
import { BugError, UserError, withNodeId } from '../../../shared/errors/errors.ts';
import type { ChunkBatch, LoadJob } from '../engine/load-job.ts';
import { type OpenLoader, openLoader } from '../nodes/documentloaders/registry.ts';
import type { SourceFile, TextInput, TextSplitter } from '../nodes/kinds.ts';
import { openSplitter } from '../nodes/textsplitters/registry.ts';
import { wholeText } from '../nodes/textsplitters/whole-text.ts';
import { type ChunkColumns, createChunkColumns } from './chunk-columns.ts';
import { type DocumentMetadata, describeDocument } from './chunk-metadata.ts';

export interface JobObserver {
  readonly signal: AbortSignal;
  /** A file is about to be read. */
  onFile(file: SourceFile): void;
}

/** Does a {@link LoadJob}: reads each file, splits, describes and hashes its chunks, and hands them out in batches. */
export async function* runLoadJob(job: LoadJob, observer: JobObserver): AsyncGenerator<ChunkBatch> {
  const loader = await prepare(job.loader, openLoader);
  const splitter = job.splitter === undefined ? wholeText : await prepare(job.splitter, openSplitter);
  const state: JobState = {
    job,
    loader,
    splitter,
    columns: createChunkColumns(job.batchSize),
    bytesTotal: job.files.reduce((sum, file) => sum + file.sizeBytes, 0),
    bytesBefore: 0,
    bytesOfFile: 0,
    chunkNos: new Map(),
  };
  for (const file of job.files) {
    observer.onFile(file);
    try {
      yield* readFile(state, file, observer.signal);
    } catch (error) {
      throw withNodeId(error, job.loader.nodeId);
    }
    state.bytesBefore += file.sizeBytes;
    state.bytesOfFile = 0;
  }
  if (state.columns.count > 0) yield takeBatch(state);
}

interface JobState {
  readonly job: LoadJob;
  readonly loader: OpenLoader;
  readonly splitter: TextSplitter;
  readonly columns: ChunkColumns;
  readonly bytesTotal: number;
  /** Of the files that are done. */
  bytesBefore: number;
  bytesOfFile: number;
  /** The last number that a chunk of each source got. */
  readonly chunkNos: Map<string, number>;
}

async function* readFile(state: JobState, file: SourceFile, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
  const { loader, columns } = state;
  const rules = {
    additional: loader.metadata,
    omitKeys: loader.omitMetadataKeys,
    sourceIdKey: state.job.sourceIdKey,
  };
  const context = {
    signal,
    onRead: (bytesRead: number) => {
      state.bytesOfFile = Math.min(bytesRead, file.sizeBytes);
    },
  };
  for await (const document of loader.load(file, context)) {
    const metadata = describeDocument(document.metadata, file.name, rules);
    for await (const chunk of state.splitter.split(withoutNuls(document.text))) {
      columns.add({
        content: chunk.text,
        metadata: metadata.of(chunk),
        source: metadata.source,
        chunkNo: nextChunkNo(state.chunkNos, metadata),
      });
      if (columns.isFull) {
        yield takeBatch(state);
        signal.throwIfAborted();
      }
    }
  }
}

function takeBatch(state: JobState): ChunkBatch {
  return state.columns.take(state.bytesBefore + state.bytesOfFile, state.bytesTotal);
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

/** Opens a node by its name and params. @throws UserError INVALID_PARAM naming node and param */
async function prepare<Opened>(
  node: { readonly nodeId: string; readonly name: string; readonly params: unknown },
  open: (name: string, params: unknown) => Promise<Opened | undefined>,
): Promise<Opened> {
  try {
    const opened = await open(node.name, node.params);
    if (opened === undefined) throw new BugError(`No implementation of the node ${node.name}`, { nodeId: node.nodeId });
    return opened;
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const issue = error.issues[0];
    const param = issue?.path.join('.') ?? '';
    throw new UserError('INVALID_PARAM', `${param} ${issue?.message ?? 'does not fit'}: correct it in the node.`, {
      nodeId: node.nodeId,
      details: { param },
    });
  }
}

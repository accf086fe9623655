import type { RunChunk, RunChunkKind, RunChunkList, RunChunkListQuery } from '../../../../shared/api/run-chunks.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { uuidText } from '../../common/uuid.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { RunChangeRepository, StoredChange } from '../../storage/repositories/run-change-repository.ts';
import type { ListedChunk, RunChunkRepository } from '../../storage/repositories/run-chunk-repository.ts';
import type { RunComparisonRepository } from '../../storage/repositories/run-comparison-repository.ts';
import type { RunService } from '../runs/run-service.ts';
import { type WrittenStoreDeps, withWritten } from './written-store.ts';

export interface RunChunksOptions extends WrittenStoreDeps {
  readonly runs: Pick<RunService, 'find'>;
  readonly changes: Pick<RunChangeRepository, 'find'>;
  readonly comparisons: Pick<RunComparisonRepository, 'hasLater'>;
  readonly chunks: RunChunkRepository;
}

const NOT_NOTED =
  'The chunks of this run are not listed any more: they are kept for the newest 20 runs of a flow or store, for seven days.';
const OUTSIDE =
  'The chunks lie in a vector store outside of Tributary, which does not say what was replaced there: only added chunks are listed.';

/** Why there is no list; undefined when there is one. */
function whyNotListed(
  { comparisons }: RunChunksOptions,
  run: LibraryRun,
  change: StoredChange | undefined,
  kind: RunChunkKind,
): string | undefined {
  if (change === undefined) return NOT_NOTED;
  if (change.state === 'UNDONE' || change.state === 'UNDOING')
    return 'The run was undone: what it did is not there any more.';
  if (kind === 'added') return undefined;
  if (!change.isLocal) return OUTSIDE;
  // What a run left alone has the mark of the last run that saw it.
  if (kind === 'skipped' && comparisons.hasLater(run.id)) return 'Unchanged chunks are listed for the last run only.';
  return undefined;
}

function sourceOf(metadata: Readonly<Record<string, unknown>> | null): string {
  const source = metadata?.source;
  return typeof source === 'string' ? source : String(source ?? '');
}

function describe({ id, chunkNo, content, metadata, metadataBefore, isStored }: ListedChunk): RunChunk {
  const facts: RunChunk['metadata'] = metadata === null ? null : JSON.parse(metadata);
  const before: RunChunk['metadataBefore'] = metadataBefore === null ? null : JSON.parse(metadataBefore);
  return {
    id: uuidText(id),
    source: sourceOf(facts ?? before),
    chunkNo,
    pageContent: content,
    metadata: facts,
    metadataBefore: before,
    isStored,
  };
}

/** Chunks with their texts in a remote store. */
async function readOutside(
  options: RunChunksOptions,
  run: LibraryRun,
  change: StoredChange,
  chunks: readonly RunChunk[],
  signal: AbortSignal,
): Promise<RunChunk[]> {
  const ids = chunks.map(({ id }) => id);
  const read =
    ids.length === 0 ? [] : await withWritten(options, run, change.collection, (store) => store.getByIds(ids, signal));
  if (read === undefined)
    throw new UserError('RUN_NOT_FOUND', 'The run wrote to another vector store than its flow has now.');
  const stored = new Map(read.map((chunk) => [chunk.id, chunk]));
  return chunks.map((chunk) => {
    const found = stored.get(chunk.id);
    if (found === undefined) return chunk;
    const { content, metadata, chunkNo } = found;
    return {
      ...chunk,
      source: sourceOf(metadata),
      chunkNo,
      pageContent: content,
      metadata: { ...metadata },
      isStored: true,
    };
  });
}

/** The chunks behind the counts of runs. */
export function createRunChunksService(options: RunChunksOptions) {
  const { runs, changes, chunks } = options;
  return {
    /** @throws UserError RUN_NOT_FOUND; what a remote store throws */
    async list(
      runId: string,
      { kind, after = '', limit }: RunChunkListQuery,
      signal: AbortSignal,
    ): Promise<RunChunkList> {
      const run = runs.find(runId);
      const change = changes.find(runId);
      const whyNot = whyNotListed(options, run, change, kind);
      if (change === undefined || whyNot !== undefined) return { chunks: [], next: null, whyNot: whyNot ?? NOT_NOTED };
      const part = chunks.list(change, kind, { after, limit });
      const described = part.chunks.map(describe);
      const read = change.isLocal ? described : await readOutside(options, run, change, described, signal);
      return { chunks: read, next: part.next ?? null };
    },
  };
}

export type RunChunksService = ReturnType<typeof createRunChunksService>;

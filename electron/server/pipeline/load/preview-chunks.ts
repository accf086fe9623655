import type { ChunkStatistics, NodePreview } from '../../../../shared/api/node-tools.ts';
import type { Metadata } from '../../core/document.ts';
import type { LoadChunks } from '../../core/load-job.ts';
import { type LoaderWork, loaderPart } from './source-part.ts';

/** Where counting ends: a few seconds of reading and splitting, for which somebody waits. */
const COUNTED_CHUNKS = 50_000;
const COUNTED_CHARACTERS = 20_000_000;

export interface PreviewWanted {
  /** Chunks to show. */
  readonly limit: number;
  /** Chunks before the first one that is shown. */
  readonly offset?: number | undefined;
  /** Whether to count on behind them. */
  readonly statistics?: boolean | undefined;
}

/** The lengths of chunks, in characters. */
function statisticsOf(lengths: readonly number[], isWhole: boolean): ChunkStatistics {
  const sorted = lengths.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return { chunks: sorted.length, isWhole, shortest: sorted[0] ?? 0, median, longest: sorted.at(-1) ?? 0 };
}

/** Chunks that a loader gives. It is stopped as soon as there are enough: what is not needed is not loaded. */
export async function previewChunks(
  work: LoaderWork,
  { limit, offset = 0, statistics: isCounting = false }: PreviewWanted,
  loadChunks: LoadChunks,
  signal: AbortSignal,
): Promise<NodePreview> {
  const chunks: NodePreview['chunks'] = [];
  const lengths: number[] = [];
  let characters = 0;
  let notes: string | undefined;
  const isEnough = () => {
    if (lengths.length <= offset + limit) return false;
    return !isCounting || lengths.length > COUNTED_CHUNKS || characters > COUNTED_CHARACTERS;
  };
  // One more than is shown says whether there are more.
  const part = loaderPart({ ...work, batchSize: limit + 1 }, loadChunks);
  for await (const batch of part.open('source', signal)) {
    notes = batch.progress.message ?? notes;
    for (const [index, pageContent] of batch.contents.entries()) {
      const place = lengths.push(pageContent.length) - 1;
      characters += pageContent.length;
      if (isEnough()) break;
      if (place < offset || chunks.length === limit) continue;
      const metadata: Metadata = JSON.parse(batch.metadata[index] ?? '{}');
      chunks.push({ chunkNo: place + 1, pageContent, metadata: { ...metadata } });
    }
    if (isEnough()) break;
  }
  const isComplete = lengths.length <= offset + chunks.length;
  const withNotes = notes === undefined ? {} : { notes };
  return {
    chunks,
    isComplete,
    ...withNotes,
    ...(isCounting ? { statistics: statisticsOf(lengths, !isEnough()) } : {}),
  };
}

import { BugError, OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { MetadataFilter, ModelIdentity, QueryHit, SearchMode } from '../../core/vector-store.ts';
import type { GraphAnswer } from './graph/graph-answer.ts';
import type { HitReader } from './read-chunks.ts';
import type { SearchThreads } from './search/search-threads.ts';
import { byRank, type RankedChunk } from './search/top-k.ts';
import { toUnitVector } from './search/vector-math.ts';

/** The most passages that one question gets. */
const MAX_TOP_K = 1000;
/** How deep each list of a hybrid search goes: a passage that is middling in both lists may still come first. */
const MIN_FUSION_DEPTH = 50;
const FUSION_DEPTH_FACTOR = 4;
/** A passage with less than this share of the best score has only words that most passages have. */
const TELLING_SHARE = 0.001;
/** Asked of the graph beyond what is wanted: some of its hits may have been deleted since. */
const SPARE_HITS = 16;
/** Asked of the graph for each passage that is to pass a filter; when too few do, the exact scan answers. */
const FILTER_FACTOR = 10;

/** A question as the indexes of this store take it. */
export interface LocalQuery {
  readonly text: string;
  /** Of the collection's model; undefined for mode `keyword`. */
  readonly vector: Float32Array | Promise<Float32Array> | undefined;
  readonly topK: number;
  readonly mode: SearchMode;
  /** Share of the vector ranks in the fusion, from the model. */
  readonly hybridWeight: number;
  readonly filter: MetadataFilter | undefined;
  /** Called when the search by words could not look at so many of the last changes in good time. */
  readonly onUnread?: ((changes: number) => void) | undefined;
}

export interface CollectionQuery {
  readonly collectionId: number;
  readonly count: number;
  readonly model: ModelIdentity | undefined;
  readonly query: LocalQuery;
  readonly signal: AbortSignal;
}

export interface QuerySources {
  readonly ask: SearchThreads['ask'];
  /** undefined when the graph can't answer (small collection, being built, crashed): then the exact scan does. */
  searchGraph(collectionId: number, vector: Float32Array, topK: number): Promise<GraphAnswer | undefined>;
}

async function checkedVector({ query, model }: CollectionQuery): Promise<Float32Array> {
  const vector = await query.vector;
  if (vector === undefined) throw new BugError(`A ${query.mode} search needs the question's vector`);
  if (model !== undefined && model.dimensions !== vector.length) {
    throw new UserError(
      'EMBEDDING_MISMATCH',
      `The collection's vectors have ${model.dimensions} numbers, the question's has ${vector.length}: ask with the model that made the collection.`,
    );
  }
  if (toUnitVector(vector) === undefined) {
    throw new OperationalError(
      'SERVICE_FAILED',
      'The embedding model answered with something that is not a finite number: try again, or choose another model.',
    );
  }
  return vector;
}

/** undefined when the graph can't answer, or not this question. */
async function rankByGraph(
  sources: QuerySources,
  { collectionId, query: { filter }, signal }: CollectionQuery,
  vector: Float32Array,
  topK: number,
): Promise<readonly RankedChunk[] | undefined> {
  const wanted = (filter === undefined ? topK : topK * FILTER_FACTOR) + SPARE_HITS;
  const graph = await sources.searchGraph(collectionId, vector, Math.min(wanted, MAX_TOP_K + SPARE_HITS));
  if (graph === undefined) return undefined;
  return (await sources.ask({ kind: 'rank', collectionId, vector, topK, filter, ...graph }, signal)).chunks;
}

async function rankByVector(
  sources: QuerySources,
  call: CollectionQuery,
  topK: number,
): Promise<readonly RankedChunk[]> {
  const { collectionId, query, signal } = call;
  const vector = await checkedVector(call);
  const found = await rankByGraph(sources, call, vector, topK);
  if (found !== undefined) return found;
  const { filter } = query;
  return (await sources.ask({ kind: 'scan', collectionId, vector, topK, filter }, signal)).chunks ?? [];
}

async function rankByWords(
  sources: QuerySources,
  call: CollectionQuery,
  topK: number,
): Promise<readonly RankedChunk[]> {
  const { collectionId, query, signal } = call;
  const { text, filter } = query;
  const { unfit } = filter === undefined ? {} : await sources.ask({ kind: 'unfit', collectionId, filter }, signal);
  const question = { kind: 'keyword' as const, collectionId, text, topK, filter, unfit };
  const { chunks = [], unread = 0 } = await sources.ask(question, signal);
  if (unread > 0) query.onUnread?.(unread);
  return chunks;
}

/** Damps the lead of the first ranks. Of the paper's 60 (Cormack et al., 2009) hardly anything that is found by meaning alone comes up; measured R@5 4 points more. */
const RANK_DAMPING = 20;

interface RankedList {
  /** Best first. */
  readonly chunks: readonly RankedChunk[];
  /** How much this list counts beside the others. */
  readonly weight: number;
  /** Whether its scores are similarities, which are kept. */
  readonly isByMeaning?: true;
}

/**
 * Reciprocal rank fusion: a chunk gets `weight / (20 + rank)` of each list that it is in. Only ranks count, so scores of
 * different kinds need no scaling. Best first.
 */
export function fuseRanks(lists: readonly RankedList[]): RankedChunk[] {
  const fused = new Map<number, RankedChunk>();
  for (const { chunks, weight, isByMeaning = false } of lists) {
    for (const [index, { id, score }] of chunks.entries()) {
      const known = fused.get(id);
      fused.set(id, {
        id,
        score: (known?.score ?? 0) + weight / (RANK_DAMPING + index + 1),
        similarity: isByMeaning ? score : known?.similarity,
      });
    }
  }
  return [...fused.values()].sort(byRank);
}

/**
 * Ranks a collection's chunks for a question, best first: as many as asked, of two searches more.
 * @throws UserError INVALID_INPUT, EMBEDDING_MISMATCH; OperationalError WORKER_CRASHED; the signal's reason
 */
export async function rankCollection(sources: QuerySources, call: CollectionQuery): Promise<readonly RankedChunk[]> {
  const { query, count } = call;
  if (!Number.isInteger(query.topK) || query.topK < 1 || query.topK > MAX_TOP_K) {
    throw new UserError('INVALID_INPUT', `topK is ${query.topK}: use a whole number from 1 to ${MAX_TOP_K}.`);
  }
  if (count === 0) {
    if (query.mode !== 'keyword') await checkedVector(call);
    return [];
  }
  if (query.mode === 'keyword') return rankByWords(sources, call, query.topK);
  if (query.mode === 'vector') return rankByVector(sources, call, query.topK);
  const depth = Math.min(MAX_TOP_K, Math.max(MIN_FUSION_DEPTH, query.topK * FUSION_DEPTH_FACTOR));
  const [words, vectors] = await Promise.all([rankByWords(sources, call, depth), rankByVector(sources, call, depth)]);
  // Only ranks are fused: such passages would pass all that is found by meaning.
  const least = (words[0]?.score ?? 0) * TELLING_SHARE;
  return fuseRanks([
    { chunks: words.filter(({ score }) => score >= least), weight: 1 },
    { chunks: vectors, weight: query.hybridWeight, isByMeaning: true },
  ]);
}

/**
 * The best chunks for a question, as they are stored. Asks again when some were deleted before they could be read: the next best take their places.
 * @throws as {@link rankCollection}
 */
export async function findHits(sources: QuerySources, call: CollectionQuery, readHits: HitReader): Promise<QueryHit[]> {
  const { topK } = call.query;
  for (;;) {
    const ranked = await rankCollection(sources, call);
    call.signal.throwIfAborted();
    const hits = readHits(ranked, topK);
    if (hits.length === Math.min(topK, ranked.length)) return hits;
  }
}

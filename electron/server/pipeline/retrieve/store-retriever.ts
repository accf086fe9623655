import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { parseQuestion } from '../../../../shared/text/question.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { assertByMeaning, type Retrieved, type Retriever, type RetrieverQuery } from '../../core/retriever.ts';
import type { QueryHit, VectorStore, VectorStoreQuery } from '../../core/vector-store.ts';
import { hasDemands } from '../../stores/fits-question.ts';
import { relevanceFor } from '../../stores/relevance.ts';
import { checkModel, paramsOf } from '../compile/open-nodes.ts';
import { queryFitting } from './query-fitting.ts';
import { weighMeaning } from './weigh-meaning.ts';

/** Defaults of a query in the params of a vector store; where there are none, those of Flowise. */
const DefaultsSchema = z.looseObject({
  topK: z.int().min(1).default(4),
  searchMode: z.enum(['hybrid', 'vector', 'keyword']).default('hybrid'),
});

const PASSAGES_A_TURN = 100;

/** What a question was answered with, beside the passages. */
type Notes = { -readonly [Note in keyof Omit<Retrieved, 'docs'>]: Retrieved[Note] };

interface Found {
  readonly hits: readonly QueryHit[];
  /** Of the model whose similarities there are. */
  readonly hybridWeight: number;
}

export interface AskedStore {
  /** Of the store. */
  readonly node: PlannedNode;
  readonly store: VectorStore;
  /** The model of its vectors, opened only for a question by meaning. */
  readonly openModel: () => Promise<EmbeddingModel>;
}

async function search(
  { node, store, openModel }: AskedStore,
  query: RetrieverQuery,
  notes: Notes,
  signal: AbortSignal,
): Promise<Found> {
  if (store.searchesWords !== true) assertByMeaning(query.mode, node.label);
  if (query.query === '') return { hits: [], hybridWeight: 1 };
  const defaults = DefaultsSchema.parse(paramsOf(node));
  const { topK = defaults.topK, filter } = query;
  const asked = parseQuestion(query.query);
  const mode = store.searchesWords === true ? (query.mode ?? defaults.searchMode) : 'vector';
  const onUnread = (changes: number) => {
    notes.keywordIndexBehind = changes;
  };
  const ask = async (given: Pick<VectorStoreQuery, 'vector' | 'words'>) => {
    const one = { ...given, topK, filter };
    if (!hasDemands(asked)) return store.query(one, signal);
    const { hits, isPhraseMissed } = await queryFitting(store, one, asked, signal);
    if (isPhraseMissed) notes.phraseNotFound = true;
    return hits;
  };
  // The model may have to be fetched, or be gone: words are found without it.
  if (mode === 'keyword') {
    return { hits: await ask({ words: { text: query.query, hybridWeight: 0, onUnread } }), hybridWeight: 1 };
  }
  if ((await store.model(signal)) === undefined) return { hits: [], hybridWeight: 1 };
  const model = await openModel();
  await checkModel(store, model, node.id, signal);
  const { hybridWeight = weighMeaning(query.query, model.hybridWeight) } = query;
  const vector = model.embedQuery(asked.text, signal);
  // The store waits for it, and hears of its failure there, unless it has failed before.
  vector.catch(() => undefined);
  if (mode === 'vector') {
    const hits = await ask({ vector });
    return { hits: hits.map((hit) => ({ ...hit, similarity: hit.score })), hybridWeight: model.hybridWeight };
  }
  const words = { text: query.query, hybridWeight, onUnread };
  const hits = await ask({ vector, words }).catch((error: unknown) => {
    if (!(error instanceof OperationalError) || error.code !== 'WORKER_CRASHED') throw error;
    notes.meaningAway = true;
    return ask({ words });
  });
  return { hits, hybridWeight: model.hybridWeight };
}

/** A vector store with the model of its vectors, as nodes behind it ask it. */
export function createStoreRetriever(asked: AskedStore): Retriever {
  return {
    async retrieve(query, signal) {
      const notes: Notes = {};
      const { hits, hybridWeight } = await search(asked, query, notes, signal);
      const relevanceOf = relevanceFor(query.query, hybridWeight);
      const docs: Retrieved['docs'] = [];
      for (const { similarity, ...hit } of hits) {
        docs.push({ ...hit, metadata: { ...hit.metadata }, relevance: relevanceOf(hit, similarity) });
        // Others have their turn: a passage takes a tenth of a millisecond.
        if (docs.length % PASSAGES_A_TURN === 0) await setImmediate();
      }
      return { docs, ...notes };
    },
  };
}

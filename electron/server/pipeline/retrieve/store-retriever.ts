import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { type ParsedQuestion, parseQuestion } from '../../../../shared/text/question.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { assertByMeaning, type Retrieved, type Retriever, type RetrieverQuery } from '../../core/retriever.ts';
import type { QueryHit, VectorStore, VectorStoreQuery } from '../../core/vector-store.ts';
import { demandTest, hasDemands } from '../../stores/fits-question.ts';
import { namesOf } from '../../stores/local/log/names-of.ts';
import { relevanceFor } from '../../stores/relevance.ts';
import { checkModel, paramsOf } from '../compile/open-nodes.ts';

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

export interface QueryTarget {
  /** Of the store. */
  readonly node: PlannedNode;
  readonly store: VectorStore;
  /** The model of its vectors, opened only for a question by meaning. */
  readonly openModel: () => Promise<EmbeddingModel>;
}

async function search(
  { node, store, openModel }: QueryTarget,
  query: RetrieverQuery,
  notes: Notes,
  signal: AbortSignal,
): Promise<Found> {
  if (store.searchesWords !== true) assertByMeaning(query.mode, node.label);
  if (query.query === '') return { hits: [], hybridWeight: 1 };
  const defaults = DefaultsSchema.parse(paramsOf(node));
  const { topK = defaults.topK, filter } = query;
  const question = parseQuestion(query.query);
  const mode = store.searchesWords === true ? (query.mode ?? defaults.searchMode) : 'vector';
  const onUnread = (changes: number) => {
    notes.keywordIndexBehind = changes;
  };
  const queryStore = async (given: Pick<VectorStoreQuery, 'vector' | 'words'>) => {
    const one = { ...given, topK, filter };
    if (!hasDemands(question)) return store.query(one, signal);
    const { hits, isPhraseMissed } = await queryFitting(store, one, question, signal);
    if (isPhraseMissed) notes.phraseNotFound = true;
    return hits;
  };
  // The model may have to be fetched, or be gone: words are found without it.
  if (mode === 'keyword') {
    return { hits: await queryStore({ words: { text: query.query, hybridWeight: 0, onUnread } }), hybridWeight: 1 };
  }
  if ((await store.model(signal)) === undefined) return { hits: [], hybridWeight: 1 };
  const model = await openModel();
  await checkModel(store, model, node.id, signal);
  const { hybridWeight = weighMeaning(query.query, model.hybridWeight) } = query;
  const vector = model.embedQuery(question.text, signal);
  // The store awaits it and handles its failure, unless the store has failed before.
  vector.catch(() => undefined);
  if (mode === 'vector') {
    const hits = await queryStore({ vector });
    return { hits: hits.map((hit) => ({ ...hit, similarity: hit.score })), hybridWeight: model.hybridWeight };
  }
  const words = { text: query.query, hybridWeight, onUnread };
  const hits = await queryStore({ vector, words }).catch((error: unknown) => {
    if (!(error instanceof OperationalError) || error.code !== 'WORKER_CRASHED') throw error;
    notes.meaningAway = true;
    return queryStore({ words });
  });
  return { hits, hybridWeight: model.hybridWeight };
}

/** The retriever of a vector store with the model of its vectors, for the nodes behind it. */
export function createStoreRetriever(target: QueryTarget): Retriever {
  return {
    async retrieve(query, signal) {
      const notes: Notes = {};
      const { hits, hybridWeight } = await search(target, query, notes, signal);
      if (hits.length === 0 && query.query !== '' && (await target.store.count(signal)) === 0)
        notes.nothingStored = true;
      const relevanceOf = relevanceFor(query.query, hybridWeight);
      const docs: Retrieved['docs'] = [];
      for (const { similarity, ...hit } of hits) {
        docs.push({ ...hit, metadata: { ...hit.metadata }, relevance: relevanceOf(hit, similarity) });
        // Yields to other requests: a passage takes a tenth of a millisecond.
        if (docs.length % PASSAGES_A_TURN === 0) await setImmediate();
      }
      return { docs, ...notes };
    },
  };
}

/** How many passages are looked through for those that fit, one depth after the other: mostly the first is enough, the second finds the rarest of a large collection. */
const DEPTHS = [50, 1000];

interface FittingHits {
  readonly hits: readonly QueryHit[];
  /** Whether no passage has the phrases, which then count as words. */
  readonly isPhraseMissed: boolean;
}

/** Queries a store, and leaves out what does not fit the demands of the question: for any store, also those that search by meaning only. */
async function queryFitting(
  store: VectorStore,
  query: VectorStoreQuery,
  { phrases, excluded }: ParsedQuestion,
  signal: AbortSignal,
): Promise<FittingHits> {
  const { topK } = query;
  const fits = demandTest({ phrases, excluded });
  const isAllowed = demandTest({ phrases: [], excluded });
  const accepted = (hits: readonly QueryHit[], test: typeof fits) =>
    hits.filter(({ pageContent, metadata }) => test(pageContent, namesOf(JSON.stringify(metadata)))).slice(0, topK);
  let hits: readonly QueryHit[] = [];
  for (const least of DEPTHS) {
    const depth = Math.max(topK, least);
    hits = await store.query({ ...query, topK: depth }, signal);
    const fitting = accepted(hits, fits);
    if (fitting.length === topK || hits.length < depth) break;
  }
  const fitting = accepted(hits, fits);
  if (fitting.length > 0 || phrases.length === 0) return { hits: fitting, isPhraseMissed: false };
  return { hits: accepted(hits, isAllowed), isPhraseMissed: true };
}

/** A number, a name of a program (`keepAliveTimeout`, `process.stdout`, `FST_ERR`, `C#`, `.NET`), an address, a letter that distinguishes things ("hepatitis A"): what only the very words find. */
const NAMES =
  /\p{Nd}|\p{Ll}\p{Lu}|[\p{L}\p{N}][_.@/][\p{L}\p{N}]|\p{L}[+#]|(?<!\S)[.#@$]\p{L}|\p{L}{3} (?!I\b)\p{Lu}(?![\p{L}\p{N}'’])/u;
/** Letters that models which count less than words have hardly seen. */
const OTHER_SCRIPTS = /(?!\p{Script=Latin})\p{L}/u;

/**
 * How much the search by meaning counts beside that by words. A model that counts less than words counts still less, the square of its weight, if the question names something or
 * is in another script. (Measured with the built-in model in the search bench: MRR .06 and .09 more on the halves of the questions about names; in seven other scripts
 * R@1 from 86 to 98 %.) The weight of models that count as much as words stays.
 * @param modelWeight `hybridWeight` of the model
 */
export function weighMeaning(question: string, modelWeight: number): number {
  if (modelWeight >= 1) return modelWeight;
  return NAMES.test(question) || OTHER_SCRIPTS.test(question) ? modelWeight ** 2 : modelWeight;
}

import { z } from 'zod';
import { QUERY_LIMIT, type VectorQueryBody, type VectorQueryResult } from '../../../../shared/api/vector.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { parseQuestion } from '../../../../shared/text/question.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { QueryHit, SearchMode, VectorStore, VectorStoreQuery } from '../../core/vector-store.ts';
import { checkModel, closeOpened, openModel, openStore, paramsOf } from '../../pipeline/compile/open-nodes.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { hasDemands } from '../../stores/fits-question.ts';
import { queryFitting } from './query-fitting.ts';
import { weighMeaning } from './weigh-meaning.ts';

type QueriedPlan = Omit<UpsertPlan, 'loaders'>;

export interface PlanQuestion {
  /** Id of the chatflow or document store whose collection it is, if the plan names none. */
  readonly ownerId: string;
  readonly body: Omit<VectorQueryBody, 'stopNodeId'>;
  readonly signal: AbortSignal;
}

/** Defaults of a query in the params of a vector store; where there are none, those of Flowise. */
const DefaultsSchema = z.looseObject({
  topK: z.int().min(1).default(4),
  searchMode: z.enum(['hybrid', 'vector', 'keyword']).default('hybrid'),
});

/** A question completed with the defaults of the store's params. */
interface Question extends PlanQuestion {
  readonly topK: number;
  readonly mode: SearchMode;
  readonly openModel: () => Promise<EmbeddingModel>;
  readonly onUnread: (changes: number) => void;
  readonly onPhraseMissed: () => void;
  readonly onMeaningAway: () => void;
}

/** @throws UserError INVALID_INPUT (400) for a store that compares vectors only */
function assertByMeaning({ mode }: PlanQuestion['body'], { label, id }: UpsertPlan['store']): void {
  if (mode === undefined || mode === 'vector') return;
  throw new UserError('INVALID_INPUT', `${label} searches by meaning only: leave "mode" out, or set it to "vector".`, {
    nodeId: id,
    details: { mode, accepted: ['vector'] },
  });
}

async function search(plan: QueriedPlan, store: VectorStore, question: Question): Promise<readonly QueryHit[]> {
  const { body, topK, onUnread, signal } = question;
  if (store.searchesWords !== true) assertByMeaning(body, plan.store);
  if (body.query === '') return [];
  const asked = parseQuestion(body.query);
  const mode = store.searchesWords === true ? question.mode : 'vector';
  const ask = async (given: Pick<VectorStoreQuery, 'vector' | 'words'>) => {
    const query = { ...given, topK, filter: body.filter };
    if (!hasDemands(asked)) return store.query(query, signal);
    const { hits, isPhraseMissed } = await queryFitting(store, query, asked, signal);
    if (isPhraseMissed) question.onPhraseMissed();
    return hits;
  };
  // The model may have to be fetched, or be gone: words are found without it.
  if (mode === 'keyword') return ask({ words: { text: body.query, hybridWeight: 0, onUnread } });
  if ((await store.model(signal)) === undefined) return [];
  const model = await question.openModel();
  await checkModel(store, model, plan.store.id, signal);
  const { hybridWeight = weighMeaning(body.query, model.hybridWeight) } = body;
  const vector = model.embedQuery(asked.text, signal);
  // The store waits for it, and hears of its failure there, unless it has failed before.
  vector.catch(() => undefined);
  if (mode === 'vector') return ask({ vector });
  const words = { text: body.query, hybridWeight, onUnread };
  return ask({ vector, words }).catch((error: unknown) => {
    if (!(error instanceof OperationalError) || error.code !== 'WORKER_CRASHED') throw error;
    question.onMeaningAway();
    return ask({ words });
  });
}

/**
 * Answers a question from the collection of a plan.
 * @param clock milliseconds that only grow
 * @throws UserError EMBEDDING_MISMATCH (409) when the plan's model is not the collection's
 */
export async function queryPlan(
  plan: QueriedPlan,
  given: PlanQuestion,
  engine: Pick<EngineDeps, 'embeddingPool' | 'vectorDeps'>,
  clock: () => number,
): Promise<VectorQueryResult> {
  const start = clock();
  const { ownerId, signal } = given;
  const query = given.body.query.slice(0, QUERY_LIMIT).toWellFormed();
  const body = { ...given.body, query };
  const defaults = DefaultsSchema.parse(paramsOf(plan.store));
  let keywordIndexBehind: number | undefined;
  let isPhraseMissed = false;
  let isMeaningAway = false;
  const question: Question = {
    ...given,
    body,
    topK: body.topK ?? defaults.topK,
    mode: body.mode ?? defaults.searchMode,
    openModel: () => openModel(plan, engine.embeddingPool, signal, () => undefined),
    onUnread(changes) {
      keywordIndexBehind = changes;
    },
    onPhraseMissed() {
      isPhraseMissed = true;
    },
    onMeaningAway() {
      isMeaningAway = true;
    },
  };
  const store = openStore(plan, ownerId, engine.vectorDeps);
  try {
    const docs = await search(plan, store, question);
    return {
      timeTaken: Math.round((clock() - start) * 100) / 100,
      docs: docs.map((doc) => ({ ...doc, metadata: { ...doc.metadata } })),
      ...(given.body.query.length > QUERY_LIMIT ? { queryTruncated: true } : {}),
      ...(isMeaningAway ? { meaningAway: true } : {}),
      ...(isPhraseMissed ? { phraseNotFound: true } : {}),
      ...(keywordIndexBehind === undefined ? {} : { keywordIndexBehind }),
    };
  } finally {
    await closeOpened(store);
  }
}

import { create } from 'zustand';
import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';
import { ApiError } from '../../../shared/client/api-error.ts';
import { ask } from '../../api/ask.ts';
import type { MetadataFilter } from '../../ui/controls/filter-menu.tsx';
import { type Failure, failureOf } from './failure.ts';
import type { QueryTarget } from './query-target.ts';
import { rememberQuestion } from './question-history.ts';

export type QueryMode = NonNullable<VectorQueryBody['mode']>;

/** A question as it was put. */
export interface SubmittedQuestion {
  readonly query: string;
  readonly mode: QueryMode;
  readonly topK: number;
  readonly filter: MetadataFilter;
}

export type QueryState =
  | { readonly step: 'idle' }
  | { readonly step: 'answered'; readonly question: SubmittedQuestion; readonly result: VectorQueryResult }
  | {
      readonly step: 'failed';
      readonly failure: Failure;
      /** A part of the flow or store failed, and a search by words may do without it. */
      readonly offersWords: boolean;
    };

/** The question to one flow or store. It lives outside of the panel, so that closing that forgets nothing. */
export interface QuerySession extends SubmittedQuestion {
  /** The last answer stays until the next one is there. */
  readonly state: QueryState;
  readonly isAsking: boolean;
}

/** Passages wanted at first: so many are read without scrolling far. */
const DEFAULT_TOP_K = 5;
/** From the last letter to the question, where answers come as you type. */
const PAUSE_MS = 100;

const newSession: QuerySession = {
  query: '',
  mode: 'hybrid',
  topK: DEFAULT_TOP_K,
  filter: {},
  state: { step: 'idle' },
  isAsking: false,
};

const useSessionStore = create<{ readonly byOwner: Readonly<Record<string, QuerySession>> }>()(() => ({ byOwner: {} }));

/** What is under way for each owner: a pause, or a call. Whatever comes next ends it, so that no late answer replaces a newer one. */
const underWay = new Map<string, AbortController>();

export function useQuerySession(ownerId: string): QuerySession {
  return useSessionStore((store) => store.byOwner[ownerId] ?? newSession);
}

function sessionOf(ownerId: string): QuerySession {
  return useSessionStore.getState().byOwner[ownerId] ?? newSession;
}

function update(ownerId: string, change: Partial<QuerySession>): void {
  useSessionStore.setState(({ byOwner }) => ({
    byOwner: { ...byOwner, [ownerId]: { ...(byOwner[ownerId] ?? newSession), ...change } },
  }));
}

function begin(ownerId: string): AbortSignal {
  underWay.get(ownerId)?.abort();
  const controller = new AbortController();
  underWay.set(ownerId, controller);
  return controller.signal;
}

/** Asks the question of the session. */
async function run({ id, kind, stopNodeId, searchesWords }: QueryTarget): Promise<void> {
  const { query, topK, filter, mode: chosen } = sessionOf(id);
  const signal = begin(id);
  if (query.trim() === '') {
    update(id, { state: { step: 'idle' }, isAsking: false });
    return;
  }
  const mode = searchesWords ? chosen : 'vector';
  update(id, { isAsking: true });
  try {
    const body = { query, mode, topK, stopNodeId, ...(Object.keys(filter).length === 0 ? {} : { filter }) };
    const result = await ask({ id, kind }, body, signal);
    if (signal.aborted) return;
    update(id, { state: { step: 'answered', question: { query, mode, topK, filter }, result }, isAsking: false });
  } catch (error) {
    if (signal.aborted) return;
    const offersWords = searchesWords && mode !== 'keyword' && error instanceof ApiError && error.nodeId !== undefined;
    update(id, { state: { step: 'failed', failure: failureOf(error), offersWords }, isAsking: false });
  }
}

/** The metadata that passages for an owner's questions must have. */
export function filterOf(ownerId: string): MetadataFilter {
  return sessionOf(ownerId).filter;
}

/** Changes the question in the field or the filter, and asks nothing. */
export function setQuestion(ownerId: string, change: Partial<Pick<SubmittedQuestion, 'query' | 'filter'>>): void {
  update(ownerId, change);
}

/** Asks the question in the field, unless its passages are there. */
export function showPassages(target: QueryTarget): void {
  const { query, filter, state } = sessionOf(target.id);
  const isThere = state.step === 'answered' && state.question.query === query && state.question.filter === filter;
  if (!isThere) void run(target);
}

/** Asks the question, and stores it among the earlier ones. */
export function submitQuestion(target: QueryTarget): void {
  rememberQuestion(target.id, sessionOf(target.id).query);
  void run(target);
}

/**
 * Puts another question into the field. It is asked after a short pause where answers come as you type.
 * @param isWhole false while a word is put together from several keys
 */
export function typeQuestion(target: QueryTarget, query: string, isWhole = true): void {
  update(target.id, { query });
  if (query.trim() === '') void run(target);
  if (query.trim() === '' || target.waits !== undefined || !isWhole) return;
  const signal = begin(target.id);
  const timer = setTimeout(() => void run(target), PAUSE_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Changes the query. Another way to search is another answer to the same question. */
export function changeWay(
  target: QueryTarget,
  change: Partial<Pick<SubmittedQuestion, 'mode' | 'topK' | 'filter'>>,
): void {
  update(target.id, change);
  if (sessionOf(target.id).state.step !== 'idle') void run(target);
}

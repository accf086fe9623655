import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';
import { UserError } from '../../../shared/errors/errors.ts';

/** A question. The settings of the nodes give what it leaves out. */
export type RetrieverQuery = Omit<VectorQueryBody, 'stopNodeId'>;

/** Passages, best first, and notes on how they were found. */
export type Retrieved = Omit<VectorQueryResult, 'timeTaken'>;

/** Finds passages that answer a question: a vector store with its model, or a node behind one, which filters or orders what the other finds. */
export interface Retriever {
  /**
   * @throws UserError INVALID_INPUT for a mode that it does not have, EMBEDDING_MISMATCH, STORE_NOT_FOUND; OperationalError of store and model; the signal's
   *   reason
   */
  retrieve(query: RetrieverQuery, signal: AbortSignal): Promise<Retrieved>;
}

/** Where a model is asked. */
export interface ModelAddress {
  readonly address: string;
  readonly model: string;
}

/** What retriever nodes need of the server. */
export interface RetrieverDeps {
  /** When a retriever that sends passages to a service is opened. @throws UserError LOCAL_MODELS_ONLY, CONSENT_NEEDED where they may not go there */
  admitService(service: ModelAddress): void;
  /** @throws UserError STORE_NOT_FOUND, MISSING_INPUT, EMBEDDING_MISMATCH */
  queryDocumentStore(storeId: string, query: RetrieverQuery, signal: AbortSignal): Promise<Retrieved>;
}

/** The query with a node's own text in the place of the question, if the node has one. An empty question stays empty. */
export function writtenQuery(query: RetrieverQuery, written: string): RetrieverQuery {
  return written === '' || query.query === '' ? query : { ...query, query: written };
}

/** @throws UserError INVALID_INPUT (400) for a question by words to a node that compares vectors only */
export function assertByMeaning(mode: RetrieverQuery['mode'], label: string): void {
  if (mode === undefined || mode === 'vector') return;
  throw new UserError('INVALID_INPUT', `${label} searches by meaning only: leave "mode" out, or set it to "vector".`, {
    details: { mode, accepted: ['vector'] },
  });
}

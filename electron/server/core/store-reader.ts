import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';

/** What store reader nodes need of the server. */
export interface StoreReaderDeps {
  /** @throws UserError STORE_NOT_FOUND, MISSING_INPUT, EMBEDDING_MISMATCH */
  queryDocumentStore(storeId: string, body: StoreQuestion, signal: AbortSignal): Promise<VectorQueryResult>;
}

/** A question to a store that is filled elsewhere. */
export type StoreQuestion = Omit<VectorQueryBody, 'stopNodeId'>;

export interface StoreReader {
  query(body: StoreQuestion, signal: AbortSignal): Promise<VectorQueryResult>;
}

export interface StoreReaderFactory<Params> {
  open(params: Params, deps: StoreReaderDeps): StoreReader;
}

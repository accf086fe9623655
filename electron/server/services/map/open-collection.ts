import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { closeOpened, openStore } from '../../pipeline/compile/open-nodes.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { ContentsDeps } from '../contents/contents-deps.ts';
import type { ContentsCall } from '../contents/contents-owner.ts';
import type { ContentsReader } from '../contents/contents-reader.ts';
import { readerOf } from '../contents/flow-contents.ts';
import { findReadStore } from '../contents/open-owner.ts';
import { planRemoval, planVectors } from '../libraries/parts.ts';
import { planFlowStorage, wantedStoreOf } from '../plan-flow-storage.ts';

/** What can be asked of by meaning. */
export type AskedPlan = Pick<UpsertPlan, 'store' | 'embedding'>;

/** Where the vectors of a chatflow or a document store lie. */
export interface OpenCollection {
  /** Whose collection it is. */
  readonly ownerId: string;
  /** The document store, if it is one's. */
  readonly documentStore: StoredStore | undefined;
  readonly store: VectorStore;
  readonly reader: ContentsReader;
  /** With the model for questions, which may be missing. @throws UserError 422 that says what is missing */
  planQuestion(): AskedPlan;
}

function openStoreCollection(deps: ContentsDeps, documentStore: StoredStore, signal: AbortSignal): OpenCollection {
  const { values, vectorDeps } = deps.engine;
  // Vectors are there to be drawn, whether or not the model is.
  const store = openStore(planRemoval(documentStore, values), documentStore.id, vectorDeps);
  return {
    ownerId: documentStore.id,
    documentStore,
    store,
    reader: readerOf(deps, store, signal),
    planQuestion: () => planVectors(documentStore, values),
  };
}

function openCollection(deps: ContentsDeps, { ownerId, nodeId, signal }: ContentsCall): OpenCollection {
  const documentStore = findReadStore(deps, ownerId, nodeId);
  if (documentStore !== undefined) return openStoreCollection(deps, documentStore, signal);
  const chatflow = deps.chatflows.find(ownerId);
  const wanted = wantedStoreOf(chatflow, nodeId);
  const store = openStore(planFlowStorage(deps.engine, chatflow, wanted, 'read'), ownerId, deps.engine.vectorDeps);
  return {
    ownerId,
    documentStore,
    store,
    reader: readerOf(deps, store, signal),
    planQuestion: () => planFlowStorage(deps.engine, chatflow, wanted, 'ask'),
  };
}

/** Opens the vectors of whom the call names, does the work, and closes them again. @throws UserError CHATFLOW_NOT_FOUND; 422 when the flow can't run as drawn */
export async function withCollection<T>(
  deps: ContentsDeps,
  call: ContentsCall,
  work: (collection: OpenCollection) => Promise<T>,
): Promise<T> {
  const collection = openCollection(deps, call);
  try {
    return await work(collection);
  } finally {
    await closeOpened(collection.store);
  }
}

import { findStoreReader } from '../../../../shared/flow/find-store-reader.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { ContentsDeps } from './contents-deps.ts';
import type { ContentsCall, ContentsOwner } from './contents-owner.ts';
import { openFlowContents } from './flow-contents.ts';
import { openStoreContents } from './store-contents.ts';

/** The document store that a flow only reads. */
function storeReadBy(flowData: string, nodeId: string | undefined): string | undefined {
  const reader = findStoreReader(parseFlowDocument(flowData), nodeId);
  const id = reader?.inputs.selectedStore;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The document store that an id names, or that its chatflow only reads. @throws UserError CHATFLOW_NOT_FOUND */
export function findReadStore(
  { stores, chatflows }: ContentsDeps,
  ownerId: string,
  nodeId: string | undefined,
): StoredStore | undefined {
  const store = stores.stores.find(ownerId);
  if (store !== undefined) return store;
  return stores.stores.find(storeReadBy(chatflows.find(ownerId).flowData, nodeId) ?? '');
}

function openOwner(deps: ContentsDeps, { ownerId, nodeId, signal }: ContentsCall): ContentsOwner {
  const store = findReadStore(deps, ownerId, nodeId);
  if (store !== undefined) return openStoreContents(deps, store);
  return openFlowContents(deps, deps.chatflows.find(ownerId), nodeId, signal);
}

/** Opens whose contents are asked for, does the work, and closes it again. @throws UserError CHATFLOW_NOT_FOUND; 422 when the flow can't run as drawn */
export async function withOwner<T>(
  deps: ContentsDeps,
  call: ContentsCall,
  work: (owner: ContentsOwner) => Promise<T>,
): Promise<T> {
  const owner = openOwner(deps, call);
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

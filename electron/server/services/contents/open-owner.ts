import { findStoreReader } from '../../../../shared/flow/find-store-reader.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
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

function openOwner(deps: ContentsDeps, { ownerId, nodeId, signal }: ContentsCall): ContentsOwner {
  const store = deps.stores.stores.find(ownerId);
  if (store !== undefined) return openStoreContents(deps, store);
  const chatflow = deps.chatflows.find(ownerId);
  const readStore = deps.stores.stores.find(storeReadBy(chatflow.flowData, nodeId) ?? '');
  if (readStore !== undefined) return openStoreContents(deps, readStore);
  return openFlowContents(deps, chatflow, nodeId, signal);
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

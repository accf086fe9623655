import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { DeletionResult } from '../../../shared/api/common.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { type FillScope, fillFlow, flowVariables } from '../engine/fill-inputs.ts';
import type { ChatflowService } from './chatflow-service.ts';
import type { DeletionService } from './deletion-service.ts';
import { ownStorage, type StorageUser, storageElsewhere, storageNodesOf } from './deletion-targets.ts';
import type { DocumentStoreService } from './document-stores/document-store-service.ts';
import type { RunService } from './run-service.ts';

export interface RemovalOptions {
  readonly chatflows: Pick<ChatflowService, 'find' | 'listAll' | 'remove'>;
  readonly documentStores: Pick<DocumentStoreService, 'storageUsers' | 'assertExists' | 'takeOut'>;
  readonly deletions: Pick<DeletionService, 'begin' | 'foldersOf' | 'namespaces'>;
  readonly runs: Pick<RunService, 'cancelAllOf'>;
  readonly values: Omit<FillScope, 'flow'>;
}

export interface RemovalWishes {
  /** Leaves what was brought to vector stores, and the records of it. */
  readonly keepsData: boolean;
}

/** Deletes chatflows and document stores with all that is theirs alone; what is elsewhere is named in the answer and left. */
export function createRemovalService({ chatflows, documentStores, deletions, runs, values }: RemovalOptions) {
  function userOf(chatflow: Chatflow): StorageUser {
    const { flow } = fillFlow(parseFlowDocument(chatflow.flowData), { ...values, flow: flowVariables(chatflow) });
    return { id: chatflow.id, nodes: storageNodesOf(flow) };
  }

  function targetsOf(user: StorageUser, { keepsData }: RemovalWishes) {
    const folders = deletions.foldersOf(user.id);
    if (keepsData) return { collections: [], namespaces: [], folders };
    const others = [...chatflows.listAll().map(userOf), ...documentStores.storageUsers()].filter(
      ({ id }) => id !== user.id,
    );
    return { ...ownStorage(user, others, deletions.namespaces()), folders };
  }

  function answer(user: StorageUser): DeletionResult {
    const left = storageElsewhere(user);
    return { raw: [], affected: 1, ...(left.length === 0 ? {} : { left }) };
  }

  return {
    /** @throws UserError CHATFLOW_NOT_FOUND */
    async removeChatflow(id: string, wishes: RemovalWishes): Promise<DeletionResult> {
      chatflows.find(id);
      await runs.cancelAllOf(id);
      const user = userOf(chatflows.find(id));
      deletions.begin(id, targetsOf(user, wishes), () => chatflows.remove(id));
      return answer(user);
    },

    /** @throws UserError STORE_NOT_FOUND */
    async removeDocumentStore(id: string, wishes: RemovalWishes): Promise<DeletionResult> {
      documentStores.assertExists(id);
      await runs.cancelAllOf(id);
      return documentStores.takeOut(id, (removeRow, places) => {
        const user = documentStores.storageUsers().find((one) => one.id === id) ?? { id, nodes: [] };
        deletions.begin(id, { ...targetsOf(user, wishes), places }, removeRow);
        return answer(user);
      });
    },
  };
}

export type RemovalService = ReturnType<typeof createRemovalService>;

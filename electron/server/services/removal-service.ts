import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { DeletionResult } from '../../../shared/api/common.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { isElsewhere, storesElsewhereOf } from '../../../shared/flow/stores-elsewhere.ts';
import { type FillScope, fillFlow, flowVariables } from '../pipeline/compile/fill-inputs.ts';
import type { ChatflowService } from './chatflow-service.ts';
import type { DeletionService } from './deletion/deletion-service.ts';
import { ownStorage, type StorageUser, storageElsewhere, storageNodesOf } from './deletion/deletion-targets.ts';
import type { RemoteRemoval, RemoteUse } from './deletion/remote-removal.ts';
import type { DocumentStoreService } from './document-stores/document-store-service.ts';
import type { RunService } from './runs/run-service.ts';

export interface RemovalOptions {
  readonly chatflows: Pick<ChatflowService, 'find' | 'listAll' | 'remove'>;
  readonly documentStores: Pick<DocumentStoreService, 'storageUsers' | 'storagePlans' | 'assertExists' | 'takeOut'>;
  readonly deletions: Pick<DeletionService, 'begin' | 'foldersOf' | 'namespaces'>;
  readonly runs: Pick<RunService, 'cancelAllOf'>;
  readonly values: Omit<FillScope, 'flow'>;
  readonly remote: Pick<RemoteRemoval, 'choose'>;
}

type Named = DeletionResult['left'];

export interface RemovalWishes {
  /** Deletes what was brought to stores elsewhere, too, in the background. */
  readonly reachesElsewhere: boolean;
  /** Leaves what was brought to vector stores, and the records of it. */
  readonly keepsData: boolean;
}

/** Deletes chatflows and document stores with all that is theirs alone; what is elsewhere is named in the answer and left. */
export function createRemovalService({ chatflows, documentStores, deletions, runs, values, remote }: RemovalOptions) {
  const removing = new Map<string, Promise<DeletionResult>>();

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

  function remoteUses(): RemoteUse[] {
    const ofFlows = chatflows.listAll().flatMap((chatflow) => {
      const { id: ownerId, name } = chatflow;
      const plans = storesElsewhereOf(parseFlowDocument(chatflow.flowData));
      return plans.map((plan) => ({ ownerId, name, plan, flow: flowVariables(chatflow) }));
    });
    const ofStores = documentStores.storagePlans().filter(({ plan }) => isElsewhere(plan));
    return [...ofFlows, ...ofStores.map((use) => ({ ...use, flow: {} }))];
  }

  function chooseRemote(
    id: string,
    { keepsData, reachesElsewhere }: RemovalWishes,
  ): ReturnType<RemoteRemoval['choose']> {
    if (keepsData || !reachesElsewhere) return Promise.resolve([]);
    const uses = remoteUses();
    return remote.choose(
      uses.filter(({ ownerId }) => ownerId === id),
      uses.filter(({ ownerId }) => ownerId !== id),
    );
  }

  function answer(user: StorageUser, chosen: Awaited<ReturnType<RemoteRemoval['choose']>>): DeletionResult {
    const going = new Set(chosen.flatMap(({ use: { plan } }) => [plan.store.id, plan.recordManager?.id]));
    const elsewhere = storageElsewhere(user);
    const named = (isGoing: boolean): Named => {
      const nodes = elsewhere.filter(({ id }) => going.has(id) === isGoing);
      return nodes.length === 0 ? undefined : nodes.map(({ label, name }) => ({ label, name }));
    };
    const [left, deleting] = [named(false), named(true)];
    return { raw: [], affected: 1, ...(left && { left }), ...(deleting && { deleting }) };
  }

  async function takeOut(id: string, wishes: RemovalWishes): Promise<DeletionResult> {
    documentStores.assertExists(id);
    const chosen = await chooseRemote(id, wishes);
    await runs.cancelAllOf(id);
    return documentStores.takeOut(id, (removeRow, places) => {
      const user = documentStores.storageUsers().find((one) => one.id === id) ?? { id, nodes: [] };
      const targets = { ...targetsOf(user, wishes), places, outside: chosen.map(({ target }) => target) };
      deletions.begin(id, targets, removeRow);
      return answer(user, chosen);
    });
  }

  return {
    /** @throws UserError CHATFLOW_NOT_FOUND */
    async removeChatflow(id: string, wishes: RemovalWishes): Promise<DeletionResult> {
      chatflows.find(id);
      const chosen = await chooseRemote(id, wishes);
      await runs.cancelAllOf(id);
      const user = userOf(chatflows.find(id));
      const targets = { ...targetsOf(user, wishes), outside: chosen.map(({ target }) => target) };
      deletions.begin(id, targets, () => chatflows.remove(id));
      return answer(user, chosen);
    },

    /**
     * One that goes on already is waited for: a store that is being made is removed by its own run, too, when that is stopped.
     * @throws UserError STORE_NOT_FOUND
     */
    removeDocumentStore(id: string, wishes: RemovalWishes): Promise<DeletionResult> {
      const removal = removing.get(id) ?? takeOut(id, wishes).finally(() => removing.delete(id));
      removing.set(id, removal);
      return removal;
    },
  };
}

export type RemovalService = ReturnType<typeof createRemovalService>;

import { randomUUID } from 'node:crypto';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { DeletionResult } from '../../../shared/api/common.ts';
import { readFlow } from '../../../shared/flow/read-flow.ts';
import { isElsewhere, storesElsewhereOf } from '../../../shared/flow/stores-elsewhere.ts';
import { type FillScope, fillFlow, flowVariables } from '../pipeline/compile/fill-inputs.ts';
import type { VectorParts } from '../storage/repositories/vector-parts.ts';
import type { ChatflowService } from './chatflow-service.ts';
import type { DeletionService } from './deletion/deletion-service.ts';
import { ownStorage, type StorageUser, storageElsewhere, storageNodesOf } from './deletion/deletion-targets.ts';
import type { RemoteRemoval, RemoteUse } from './deletion/remote-removal.ts';
import { withNamedPlaces, withNamedStorage } from './document-stores/another-collection.ts';
import type { Leaving } from './document-stores/embed-again.ts';
import { listStoragePlans, listStorageUsers } from './document-stores/list-storage.ts';
import { takeOutStore } from './document-stores/remove-from-store.ts';
import { findStore, type StoreDeps } from './document-stores/store-deps.ts';
import { describeStorage, storageOf } from './document-stores/store-parts.ts';
import type { RunService } from './runs/run-service.ts';

export interface RemovalOptions {
  readonly chatflows: Pick<ChatflowService, 'find' | 'listWithBinned' | 'remove'>;
  readonly stores: StoreDeps;
  readonly deletions: Pick<DeletionService, 'begin' | 'foldersOf' | 'namespaces'>;
  readonly runs: Pick<RunService, 'cancelAllOf'>;
  readonly values: Omit<FillScope, 'flow'>;
  readonly remote: Pick<RemoteRemoval, 'choose' | 'namespacesOf'>;
  /** Called with the id of what was deleted. */
  readonly onRemoved: (ownerId: string) => void;
}

/** A flow as it was and as it is; what was stored as it was goes, except what the flow as it is, other flows or stores use. */
export interface LeavingFlow {
  readonly left: Chatflow;
  readonly kept: Chatflow;
}

type Named = DeletionResult['left'];

export interface RemovalWishes {
  /** Also deletes, in the background, what is in remote stores. */
  readonly reachesElsewhere: boolean;
  /** Keeps what is in vector stores, and its records. */
  readonly keepsData: boolean;
}

type Chosen = Awaited<ReturnType<RemoteRemoval['choose']>>;

function userOf({ values }: RemovalOptions, chatflow: Chatflow): StorageUser {
  const { flow } = fillFlow(readFlow(chatflow.flowData).flow, { ...values, flow: flowVariables(chatflow) });
  return { id: chatflow.id, nodes: storageNodesOf(flow) };
}

/** What is deleted with an owner: nothing that another flow or store uses. */
function targetsOf(deps: RemovalOptions, user: StorageUser, { keepsData }: RemovalWishes) {
  const { chatflows, stores, deletions } = deps;
  const folders = deletions.foldersOf(user.id);
  if (keepsData) return { collections: [], namespaces: [], folders };
  const users = [...chatflows.listWithBinned().map((chatflow) => userOf(deps, chatflow)), ...listStorageUsers(stores)];
  const others = users.filter(({ id }) => id !== user.id);
  return { ...ownStorage(user, others, deletions.namespaces()), folders };
}

/** All that flows and document stores keep in remote stores. */
function listRemoteUses({ chatflows, stores }: RemovalOptions): RemoteUse[] {
  const ofFlows = chatflows.listWithBinned().flatMap((chatflow) => {
    const { id: ownerId, name } = chatflow;
    const plans = storesElsewhereOf(readFlow(chatflow.flowData).flow);
    return plans.map((plan) => ({ ownerId, name, plan, flow: flowVariables(chatflow) }));
  });
  const ofStores = listStoragePlans(stores).filter(({ plan }) => isElsewhere(plan));
  return [...ofFlows, ...ofStores.map((use) => ({ ...use, flow: {} }))];
}

/** What a deletion of this owner has to delete in remote stores. */
async function chooseRemote(
  deps: RemovalOptions,
  id: string,
  { keepsData, reachesElsewhere }: RemovalWishes,
): Promise<Chosen> {
  if (keepsData || !reachesElsewhere) return [];
  const uses = listRemoteUses(deps);
  return deps.remote.choose(
    uses.filter(({ ownerId }) => ownerId === id),
    uses.filter(({ ownerId }) => ownerId !== id),
  );
}

function toAnswer(user: StorageUser, chosen: Chosen): DeletionResult {
  const going = new Set(chosen.flatMap(({ use: { plan } }) => [plan.store.id, plan.recordManager?.id]));
  const elsewhere = storageElsewhere(user);
  const named = (isGoing: boolean): Named => {
    const nodes = elsewhere.filter(({ id }) => going.has(id) === isGoing);
    return nodes.length === 0 ? undefined : nodes.map(({ label, name }) => ({ label, name }));
  };
  const [left, deleting] = [named(false), named(true)];
  return { raw: [], affected: 1, ...(left && { left }), ...(deleting && { deleting }) };
}

async function removeChatflow(deps: RemovalOptions, id: string, wishes: RemovalWishes): Promise<DeletionResult> {
  const { chatflows, deletions, runs } = deps;
  chatflows.find(id);
  const chosen = await chooseRemote(deps, id, wishes);
  await runs.cancelAllOf(id);
  const user = userOf(deps, chatflows.find(id));
  const targets = { ...targetsOf(deps, user, wishes), outside: chosen.map(({ target }) => target) };
  deletions.begin(id, targets, () => chatflows.remove(id));
  deps.onRemoved(id);
  return toAnswer(user, chosen);
}

async function removeDocumentStore(deps: RemovalOptions, id: string, wishes: RemovalWishes): Promise<DeletionResult> {
  const { stores, deletions, runs } = deps;
  findStore(stores, id);
  const chosen = await chooseRemote(deps, id, wishes);
  await runs.cancelAllOf(id);
  return takeOutStore(stores, id, (removeRow, places) => {
    const user = listStorageUsers(stores).find((one) => one.id === id) ?? { id, nodes: [] };
    const targets = { ...targetsOf(deps, user, wishes), places, outside: chosen.map(({ target }) => target) };
    deletions.begin(id, targets, removeRow);
    deps.onRemoved(id);
    return toAnswer(user, chosen);
  });
}

/** Everything that an owner's settings name, at one time. */
interface Places {
  readonly user: StorageUser;
  readonly uses: readonly RemoteUse[];
}

/** What an owner leaves, and what it has from then on. */
interface LeavingPlaces {
  readonly left: Places;
  readonly kept: Places;
}

/** Prepares the deletion of what an owner has stored where it no longer is; the owner itself stays. */
async function leavePlaces(
  deps: RemovalOptions,
  leftId: string,
  { left, kept }: LeavingPlaces,
): Promise<(commit: () => void) => void> {
  const { chatflows, stores, deletions, remote } = deps;
  const { id } = kept.user;
  const others = [
    ...chatflows.listWithBinned().map((chatflow) => userOf(deps, chatflow)),
    ...listStorageUsers(stores),
  ].filter((user) => user.id !== id);
  const foreign = listRemoteUses(deps).filter(({ ownerId }) => ownerId !== id);
  const chosen = left.uses.length === 0 ? [] : await remote.choose(left.uses, [...foreign, ...kept.uses]);
  const { collections, namespaces } = ownStorage(left.user, [...others, kept.user], deletions.namespaces());
  // Local records of a remote store are named after it, which the settings alone don't say.
  const inUse = new Set(await remote.namespacesOf(kept.uses));
  const targets = {
    collections,
    namespaces: namespaces.filter((name) => !inUse.has(name)),
    folders: [],
    keepsShared: true,
    outside: chosen.map(({ target }) => target),
  };
  return (commit) => deletions.begin(leftId, targets, commit);
}

// Deletions are known by their owner, of which there may be several for one flow or store.
const newLeftId = () => `left-${randomUUID()}`;

/** Prepares the deletion of what a store has stored where it no longer is. */
function leaveStorage(deps: RemovalOptions, leaving: Leaving): Promise<(commit: () => void) => void> {
  const { storeId, kept } = leaving;
  const { name } = findStore(deps.stores, storeId);
  const leftId = newLeftId();
  const placesOf = (parts: VectorParts, ownerId: string): Places => {
    const plan = describeStorage(parts);
    const uses = isElsewhere(plan) ? [{ ownerId, name, plan, flow: {} }] : [];
    return { user: { id: storeId, nodes: storageOf(parts, deps.values) }, uses };
  };
  const left = placesOf(withNamedPlaces(leaving.left, storeId), leftId);
  return leavePlaces(deps, leftId, { left, kept: placesOf(kept, storeId) });
}

/** The same for a flow. */
function leaveFlowStorage(deps: RemovalOptions, { left, kept }: LeavingFlow): Promise<(commit: () => void) => void> {
  const leftId = newLeftId();
  const placesOf = (chatflow: Chatflow, ownerId: string): Places => {
    const plans = storesElsewhereOf(readFlow(chatflow.flowData).flow);
    const named = ownerId === chatflow.id ? plans : plans.map((plan) => withNamedStorage(plan, chatflow.id));
    const { name } = chatflow;
    const uses = named.map((plan) => ({ ownerId, name, plan, flow: flowVariables(chatflow) }));
    return { user: userOf(deps, chatflow), uses };
  };
  return leavePlaces(deps, leftId, { left: placesOf(left, leftId), kept: placesOf(kept, kept.id) });
}

/** Deletes chatflows and document stores with all that only they use. What is in remote stores stays and is named in the answer, unless the call asks for its deletion. */
export function createRemovalService(options: RemovalOptions) {
  const removing = new Map<string, Promise<DeletionResult>>();
  return {
    /** @throws UserError CHATFLOW_NOT_FOUND */
    removeChatflow: (id: string, wishes: RemovalWishes): Promise<DeletionResult> => removeChatflow(options, id, wishes),

    leaveStorage: (leaving: Leaving) => leaveStorage(options, leaving),
    leaveFlowStorage: (leaving: LeavingFlow) => leaveFlowStorage(options, leaving),

    /**
     * Waits for a removal of the same store that is under way: the run that makes a store also removes it when it is stopped.
     * @throws UserError STORE_NOT_FOUND
     */
    removeDocumentStore(id: string, wishes: RemovalWishes): Promise<DeletionResult> {
      const removal = removing.get(id) ?? removeDocumentStore(options, id, wishes).finally(() => removing.delete(id));
      removing.set(id, removal);
      return removal;
    },
  };
}

export type RemovalService = ReturnType<typeof createRemovalService>;

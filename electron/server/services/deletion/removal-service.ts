import { randomUUID } from 'node:crypto';
import type { DeletionResult } from '../../../../shared/api/common.ts';
import type { ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import { withNamedStorage } from '../libraries/collections.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library, LibraryKind } from '../libraries/library.ts';
import { type LibraryStorage, ownStorage, remoteNodesOf, storageOf } from '../libraries/storage.ts';
import type { RunService } from '../runs/run-service.ts';
import type { DeletionService } from './deletion-service.ts';
import type { RemoteRemoval, RemoteUse } from './remote-removal.ts';

export interface RemovalOptions {
  readonly libraries: Pick<Libraries, 'find' | 'listWithBinned'>;
  readonly deletions: Pick<DeletionService, 'begin' | 'foldersOf' | 'namespaces'>;
  readonly runs: Pick<RunService, 'cancelAllOf'>;
  readonly values: ValueSource;
  readonly remote: Pick<RemoteRemoval, 'choose' | 'namespacesOf'>;
  /** Called with the id of what was deleted. */
  readonly onRemoved: (ownerId: string) => void;
}

/** A library before and after a change: what it stored before is deleted, except what it uses after, or another library uses. */
export interface StorageRelease {
  readonly before: Library;
  readonly after: Library;
}

/** Does the given commit, and promises in the same transaction to remove what is no longer used. */
export type Release = (commit: () => void) => void;

type Named = DeletionResult['left'];

export interface RemovalWishes {
  /** Also deletes, in the background, what is in remote stores. */
  readonly reachesRemote: boolean;
  /** Leaves what is in vector stores, and its records. */
  readonly keepsData: boolean;
}

type Chosen = Awaited<ReturnType<RemoteRemoval['choose']>>;

function remoteUsesOf(library: Library): RemoteUse[] {
  const { id: ownerId, name, variables: flow } = library;
  return library.remotePlaces().map((plan) => ({ ownerId, name, plan, flow }));
}

/** What is deleted with a library: nothing that another uses. */
function targetsOf(deps: RemovalOptions, storage: LibraryStorage, { keepsData }: RemovalWishes) {
  const { libraries, deletions, values } = deps;
  const folders = deletions.foldersOf(storage.id);
  if (keepsData) return { collections: [], namespaces: [], folders };
  const others = libraries.listWithBinned().filter(({ id }) => id !== storage.id);
  const used = others.map((other) => storageOf(other, values));
  return { ...ownStorage(storage, used, deletions.namespaces()), folders };
}

/** What a deletion of this library has to delete in remote stores. */
async function chooseRemote(
  { libraries, remote }: RemovalOptions,
  id: string,
  { keepsData, reachesRemote }: RemovalWishes,
): Promise<Chosen> {
  if (keepsData || !reachesRemote) return [];
  const uses = libraries.listWithBinned().flatMap(remoteUsesOf);
  return remote.choose(
    uses.filter(({ ownerId }) => ownerId === id),
    uses.filter(({ ownerId }) => ownerId !== id),
  );
}

function toAnswer(storage: LibraryStorage, chosen: Chosen): DeletionResult {
  const going = new Set(chosen.flatMap(({ use: { plan } }) => [plan.store.id, plan.recordManager?.id]));
  const remote = remoteNodesOf(storage);
  const named = (isGoing: boolean): Named => {
    const nodes = remote.filter(({ id }) => going.has(id) === isGoing);
    return nodes.length === 0 ? undefined : nodes.map(({ label, name }) => ({ label, name }));
  };
  const [left, deleting] = [named(false), named(true)];
  return { raw: [], affected: 1, ...(left && { left }), ...(deleting && { deleting }) };
}

async function remove(
  deps: RemovalOptions,
  kind: LibraryKind,
  id: string,
  wishes: RemovalWishes,
): Promise<DeletionResult> {
  const { libraries, deletions, runs, values } = deps;
  const find = () => libraries.find(id, kind);
  find();
  const chosen = await chooseRemote(deps, id, wishes);
  await runs.cancelAllOf(id, wishes.keepsData ? 'withoutData' : 'withData');
  return find().takeOut((removeRow, places) => {
    const storage = storageOf(find(), values);
    const targets = { ...targetsOf(deps, storage, wishes), places, outside: chosen.map(({ target }) => target) };
    deletions.begin(id, targets, removeRow);
    deps.onRemoved(id);
    return toAnswer(storage, chosen);
  });
}

/** Prepares the deletion of what a library has stored where it no longer is; the library itself stays. */
async function releaseStorage(deps: RemovalOptions, { before, after }: StorageRelease): Promise<Release> {
  const { libraries, deletions, remote, values } = deps;
  // Deletions are known by their owner, of which there may be several for one library.
  const releasedId = `left-${randomUUID()}`;
  const usesBefore = remoteUsesOf(before).map((use) => ({
    ...use,
    ownerId: releasedId,
    plan: withNamedStorage(use.plan, before.id),
  }));
  const others = libraries.listWithBinned().filter(({ id }) => id !== after.id);
  const usesAfter = remoteUsesOf(after);
  const chosen =
    usesBefore.length === 0 ? [] : await remote.choose(usesBefore, [...others.flatMap(remoteUsesOf), ...usesAfter]);
  const used = [...others, after].map((library) => storageOf(library, values));
  const { collections, namespaces } = ownStorage(storageOf(before, values), used, deletions.namespaces());
  // Local records of a remote store are named after it, which the settings alone don't say.
  const inUse = new Set(await remote.namespacesOf(usesAfter));
  const targets = {
    collections,
    namespaces: namespaces.filter((name) => !inUse.has(name)),
    folders: [],
    keepsShared: true,
    outside: chosen.map(({ target }) => target),
  };
  return (commit) => deletions.begin(releasedId, targets, commit);
}

/** Deletes libraries with all that only they use. What is in remote stores stays and is named in the answer, unless the call requests its deletion. */
export function createRemovalService(options: RemovalOptions) {
  const removing = new Map<string, Promise<DeletionResult>>();
  return {
    /**
     * Waits for a removal of the same library that is under way: the run that makes a store also removes it when it is stopped.
     * @throws UserError CHATFLOW_NOT_FOUND, STORE_NOT_FOUND
     */
    remove(kind: LibraryKind, id: string, wishes: RemovalWishes): Promise<DeletionResult> {
      const removal = removing.get(id) ?? remove(options, kind, id, wishes).finally(() => removing.delete(id));
      removing.set(id, removal);
      return removal;
    },

    releaseStorage: (release: StorageRelease): Promise<Release> => releaseStorage(options, release),
  };
}

export type RemovalService = ReturnType<typeof createRemovalService>;

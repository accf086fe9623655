import type { RunKind } from '../../../../shared/api/runs.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import { createFlowStorages, type FlowLibrary, flowLibrary } from './flow-library.ts';
import type { FlowAccess } from './flow-upsert.ts';
import { type Library, type LibraryKind, noLibrary } from './library.ts';
import { type LibraryStorage, localStorageOf, storageOf } from './storage.ts';
import { findStore, type StoreAccess } from './store-access.ts';
import { type StoreLibrary, storeLibrary } from './store-library.ts';

export interface LibrariesOptions extends Omit<FlowAccess, 'chatflows'> {
  readonly chatflows: Pick<
    ChatflowService,
    'find' | 'has' | 'update' | 'remove' | 'listAll' | 'listWithBinned' | 'names' | 'revisionOf' | 'isPrivateOfAnother'
  >;
  readonly stores: StoreAccess;
}

const KIND_OF_RUN: Readonly<Record<RunKind, LibraryKind>> = { flow: 'chatflow', store: 'documentStore' };

/** A library, and where it stores chunks. */
export interface StoringLibrary extends Pick<Library, 'id' | 'kind' | 'name' | 'table'> {
  readonly storage: LibraryStorage;
}

/** Flows and document stores as one: all that store something. */
export function createLibraries({ chatflows, stores, ...given }: LibrariesOptions) {
  const { values } = given.engine;
  const flows = { ...given, chatflows };
  const flowStorages = createFlowStorages({ chatflows, values });
  const all = () => stores.stores.list(0, -1);
  const findOf = {
    chatflow: (id: string): FlowLibrary => flowLibrary(flows, chatflows.find(id)),
    documentStore: (id: string): StoreLibrary => storeLibrary(stores, findStore(stores, id)),
  };
  const isStore = (id: string) => stores.stores.find(id) !== undefined;

  /** @throws UserError CHATFLOW_NOT_FOUND, also for an id of neither kind; STORE_NOT_FOUND for a kind that is named */
  function find(id: string, kind?: LibraryKind): Library {
    if (kind !== undefined) return findOf[kind](id);
    if (isStore(id)) return findOf.documentStore(id);
    if (!chatflows.has(id)) throw noLibrary();
    return findOf.chatflow(id);
  }

  return {
    find,
    /** @throws UserError CHATFLOW_NOT_FOUND, STORE_NOT_FOUND */
    ofRun: ({ ownerId, kind }: Pick<LibraryRun, 'ownerId' | 'kind'>): Library =>
      find(ownerId, kind === undefined ? undefined : KIND_OF_RUN[kind]),
    /** @throws UserError CHATFLOW_NOT_FOUND */
    flow: findOf.chatflow,
    /** @throws UserError STORE_NOT_FOUND */
    store: findOf.documentStore,
    /** Whether it is there, and not in the bin. */
    has: (id: string): boolean => chatflows.has(id) || isStore(id),
    /**
     * The library that a call means: a flow that only reads another stands for that one.
     * @throws UserError CHATFLOW_NOT_FOUND
     */
    open(id: string, nodeId: string | undefined): Library {
      const library = find(id);
      const read = library.reader(nodeId)?.inputs.selectedStore;
      return typeof read === 'string' && isStore(read) ? findOf.documentStore(read) : library;
    },
    list: (): Library[] => [
      ...chatflows.listAll().map((chatflow) => flowLibrary(flows, chatflow)),
      ...all().map((store) => storeLibrary(stores, store)),
    ],
    /** Also those in the bin, whose chunks are still stored. */
    listWithBinned: (): Library[] => [
      ...chatflows.listWithBinned().map((chatflow) => flowLibrary(flows, chatflow)),
      ...[...all(), ...stores.stores.listBinned()].map((store) => storeLibrary(stores, store)),
    ],
    /** Where each stores chunks, flows first, last changed first; yields to other calls in between. */
    async *storages(): AsyncGenerator<StoringLibrary> {
      for await (const { flow, storage } of flowStorages())
        yield { ...flow, kind: 'chatflow', table: undefined, storage };
      for (const store of all()) {
        const library = storeLibrary(stores, store);
        yield { ...library, storage: storageOf(library, values) };
      }
    },
    /** The collections of a library, in the data folder and in memory, that it may look into. */
    openCollectionsOf(storage: LibraryStorage): { readonly stored: string[]; readonly inMemory: string[] } {
      const { collections, inMemory } = localStorageOf(storage);
      const isOpen = (name: string) => !chatflows.isPrivateOfAnother(name, storage.id);
      return { stored: collections.filter(isOpen), inMemory: inMemory.filter(isOpen) };
    },
  };
}

export type Libraries = ReturnType<typeof createLibraries>;

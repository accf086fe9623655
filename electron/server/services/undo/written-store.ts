import { UserError } from '../../../../shared/errors/errors.ts';
import type { StoragePlan } from '../../../../shared/flow/remote-stores.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { closeOpened, openStore } from '../../pipeline/compile/open-nodes.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { Libraries } from '../libraries/libraries.ts';

export interface WrittenStoreDeps {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'ofRun'>;
}

/**
 * The vector store and the records that a run wrote to, as its library names them now.
 * @throws UserError CHATFLOW_NOT_FOUND, STORE_NOT_FOUND; 422 when the settings can't be used
 */
export function planWritten({ libraries }: WrittenStoreDeps, run: LibraryRun): StoragePlan {
  const library = libraries.ofRun(run);
  const written = new Set(run.nodes.map(({ nodeId }) => nodeId));
  const node = library.vectorStores.find(({ nodeId }) => written.has(nodeId));
  if (node === undefined && library.vectorStoreOf(undefined) !== undefined) {
    throw new UserError('NO_VECTOR_STORE', 'The vector store that the run wrote to is not in the flow any more.');
  }
  return library.storagePlan('remove', node?.nodeId);
}

/** Opens the vector store that a run wrote to for reading, and closes it after the work. @returns undefined when it is another one now */
export async function withWritten<T>(
  deps: WrittenStoreDeps,
  run: LibraryRun,
  collection: string,
  work: (store: VectorStore) => Promise<T>,
): Promise<T | undefined> {
  const store = await openStore(planWritten(deps, run), run.ownerId, deps.engine.vectorDeps);
  try {
    return store.collection === collection ? await work(store) : undefined;
  } finally {
    await closeOpened(store);
  }
}

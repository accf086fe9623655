import type { VectorStore } from '../../core/vector-store.ts';
import { closeOpened, openStore } from '../../pipeline/compile/open-nodes.ts';
import type { ContentsCall, ContentsDeps } from '../contents/contents.ts';
import type { ContentsReader } from '../contents/contents-reader.ts';
import { readerOf } from '../contents/vector-store-contents.ts';
import type { Library } from '../libraries/library.ts';

/** Where the vectors of a library lie. */
export interface OpenCollection {
  readonly library: Library;
  /** Its vector store, of a library that may have several. */
  readonly nodeId: string | undefined;
  readonly store: VectorStore;
  readonly reader: ContentsReader;
}

/** Opens the vectors of whom the call names, does the work, and closes them again. @throws UserError CHATFLOW_NOT_FOUND; 422 when the settings can't be used */
export async function withCollection<T>(
  deps: ContentsDeps,
  { ownerId, nodeId: wanted, signal }: ContentsCall,
  work: (collection: OpenCollection) => Promise<T>,
): Promise<T> {
  const library = deps.libraries.open(ownerId, wanted);
  const nodeId = library.vectorStoreOf(wanted);
  // Vectors are there to be drawn, whether or not the model is.
  const store = openStore(library.storagePlan('read', nodeId), library.id, deps.engine.vectorDeps);
  try {
    return await work({ library, nodeId, store, reader: readerOf(deps, store, signal) });
  } finally {
    await closeOpened(store);
  }
}

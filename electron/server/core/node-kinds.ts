import type { NodeDefinition, ParamsOf } from '../../../shared/nodes/define-node.ts';
import type { NodeKind } from '../../../shared/nodes/kinds.ts';
import type { FileDocumentLoader, OriginDocumentLoader } from './document-loader.ts';
import type { EmbeddingFactory } from './embedding-model.ts';
import type { RecordManagerFactory } from './record-manager.ts';
import type { StoreReaderFactory } from './store-reader.ts';
import type { TextSplitterFactory } from './text-splitter.ts';
import type { VectorStoreFactory } from './vector-store.ts';

interface ImplementationByKind<Params> {
  documentloader: FileDocumentLoader<Params>;
  textsplitter: TextSplitterFactory<Params>;
  embedding: EmbeddingFactory<Params>;
  vectorstore: VectorStoreFactory<Params>;
  retriever: StoreReaderFactory<Params>;
  recordmanager: RecordManagerFactory<Params>;
}

/** What a node of this definition does. */
export type ImplementationOf<D extends NodeDefinition> = ImplementationByKind<ParamsOf<D>>[D['kind'] & NodeKind];

/** Types an implementation from its definition; the definition itself is not kept. */
export function implement<D extends NodeDefinition>(
  _definition: D,
  implementation: ImplementationOf<D>,
): ImplementationOf<D> {
  return implementation;
}

/** {@link implement} for a loader that fetches by itself: its definition has no `upload`. */
export function implementOrigin<D extends NodeDefinition<'documentloader'>>(
  _definition: D,
  implementation: OriginDocumentLoader<ParamsOf<D>>,
): OriginDocumentLoader<ParamsOf<D>> {
  return implementation;
}

import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StoreDeps } from './store-deps.ts';

/** The settings of all stores and of their loaders that may name a credential. */
export function listParts({ stores, loaders }: Pick<StoreDeps, 'stores' | 'loaders'>): readonly StorePart[] {
  return stores
    .list(0, -1)
    .flatMap(({ id, embedding, vectorStore, recordManager }) => [
      embedding,
      vectorStore,
      recordManager,
      ...loaders.list(id).map(({ loader }) => loader),
    ])
    .filter((part) => part !== null);
}

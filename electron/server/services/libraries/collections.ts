import { randomUUID } from 'node:crypto';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import { BugError } from '../../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { StoragePlan } from '../../../../shared/flow/remote-stores.ts';
import { toOwnParams, workingName } from '../../../../shared/nodes/aliases.ts';
import { chroma } from '../../../../shared/nodes/vectorstores/chroma.ts';
import { hnsw } from '../../../../shared/nodes/vectorstores/hnsw.ts';
import { memoryVectorStore } from '../../../../shared/nodes/vectorstores/memory-vector-store.ts';
import { postgres } from '../../../../shared/nodes/vectorstores/postgres.ts';
import { qdrant } from '../../../../shared/nodes/vectorstores/qdrant.ts';
import { definitionOf } from './parts.ts';

/** Which param of a vector store names its collection, and how long the name may be. */
const COLLECTIONS: Readonly<
  Record<string, { readonly param: string; readonly longest: number; readonly dash: string }>
> = {
  [hnsw.name]: { param: 'collection', longest: 128, dash: '-' },
  [memoryVectorStore.name]: { param: 'collection', longest: 128, dash: '-' },
  [chroma.name]: { param: 'collectionName', longest: 512, dash: '-' },
  [qdrant.name]: { param: 'qdrantCollection', longest: 255, dash: '-' },
  // A table: PostgreSQL cuts longer names, and its indexes add to it.
  [postgres.name]: { param: 'tableName', longest: 48, dash: '_' },
};

function collectionParam(name: string) {
  const found = COLLECTIONS[name];
  if (found === undefined) throw new BugError(`Nothing says where ${name} has the name of its collection`);
  return found;
}

/** A part under the name and with the settings of the node that does its work. */
function ownPart(part: StorePart): StorePart {
  const definition = definitionOf('vectorStore', part);
  return { name: workingName(definition), config: toOwnParams(definition, part.config) };
}

function nameOf(value: unknown, libraryId: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : libraryId;
}

/** The same vector store with a collection that nothing else uses: what was made for an earlier try may still be going away. */
export function withFreshCollection(vectorStore: StorePart, libraryId: string): StorePart {
  const { name, config } = ownPart(vectorStore);
  const { param, longest, dash } = collectionParam(name);
  const suffix = `${dash}${randomUUID().slice(0, 8)}`;
  const base = nameOf(config[param], libraryId).replace(new RegExp(`${dash}[0-9a-f]{8}$`), '');
  return { name, config: { ...config, [param]: `${base.slice(0, longest - suffix.length)}${suffix}` } };
}

/** A vector store and its records, named without the id of their library: those that name nothing are named after it. */
export function withNamedStorage({ store, recordManager }: StoragePlan, libraryId: string): StoragePlan {
  const named = (node: PlannedNode, param: string): PlannedNode => ({
    ...node,
    inputs: { ...node.inputs, [param]: nameOf(node.inputs[param], libraryId) },
  });
  const own = ownPart({ name: store.definition.name, config: { ...store.inputs } });
  const { param } = collectionParam(own.name);
  return {
    store: { ...named({ ...store, inputs: own.config }, param), definition: definitionOf('vectorStore', own) },
    recordManager: recordManager === undefined ? undefined : named(recordManager, 'namespace'),
  };
}

import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { isRemoteNode } from '../../../../shared/flow/remote-stores.ts';
import { toOwnParams, workingName } from '../../../../shared/nodes/aliases.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { SQLiteRecordManager } from '../../../../shared/nodes/recordmanagers/sqlite-record-manager.ts';
import { hnsw } from '../../../../shared/nodes/vectorstores/hnsw.ts';
import { memoryVectorStore } from '../../../../shared/nodes/vectorstores/memory-vector-store.ts';
import { type FillScope, fillInputs, type ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import { recordedName } from '../../stores/memory/memory-stores.ts';
import type { Library } from './library.ts';

/** A node's name and settings. */
export interface StorageNode {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Where a library stores its chunks and their records. */
export interface LibraryStorage {
  readonly id: string;
  readonly nodes: readonly StorageNode[];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** A node under the name and with the settings of the one that does its work. */
function storageNode(
  definition: NodeDefinition,
  { id, label, inputs }: Pick<StorageNode, 'id' | 'label' | 'inputs'>,
): StorageNode {
  const name = workingName(definition);
  return { id, label: label || definition.label, name, inputs: toOwnParams(definition, inputs) };
}

/** Whether a node says where chunks or their records are. */
export function isStorage(definition: NodeDefinition | undefined): definition is NodeDefinition {
  return definition?.kind === 'vectorstore' || definition?.kind === 'recordmanager';
}

/** Where nodes store chunks and records, with their references filled in. */
export function fillStorage(id: string, nodes: readonly PlannedNode[], scope: FillScope): LibraryStorage {
  return { id, nodes: nodes.map((node) => storageNode(node.definition, { ...node, ...fillInputs(node, scope) })) };
}

/** Where a library stores its chunks and their records. */
export function storageOf(library: Library, values: ValueSource): LibraryStorage {
  return fillStorage(library.id, library.storageNodes(), { ...values, flow: library.variables });
}

/** Names of the collections that a user's settings name: of one kind of store. */
function namedIn({ id, nodes }: LibraryStorage, store: NodeDefinition): readonly string[] {
  return nodes.filter(({ name }) => name === store.name).map(({ inputs }) => textOf(inputs.collection) || id);
}

/** Names of the local collections that a user's settings name. */
function collectionsOf(user: LibraryStorage): readonly string[] {
  return [...namedIn(user, hnsw), ...namedIn(user, memoryVectorStore)];
}

function namespacesOf(user: LibraryStorage): readonly string[] {
  const named = user.nodes.filter(({ name }) => name === SQLiteRecordManager.name);
  const prefixes = [user.id, ...named.map(({ inputs }) => textOf(inputs.namespace) || user.id)];
  const collections = [...namedIn(user, hnsw), ...namedIn(user, memoryVectorStore).map(recordedName)];
  return prefixes.flatMap((prefix) => collections.map((collection) => `${prefix}_${collection}`));
}

/** The collections of the data folder and in memory, and the local record namespaces, that a user's settings name, whoever else names them. */
export function localStorageOf(user: LibraryStorage): {
  readonly collections: readonly string[];
  readonly inMemory: readonly string[];
  readonly namespaces: readonly string[];
} {
  const isLocal = user.nodes.some(({ name }) => name === SQLiteRecordManager.name);
  return {
    collections: namedIn(user, hnsw),
    inMemory: namedIn(user, memoryVectorStore),
    namespaces: isLocal ? namespacesOf(user) : [],
  };
}

/**
 * Which local collections and record namespaces are a user's alone: its unnamed ones, those that nobody else's settings name, and what records of earlier
 * settings name.
 * @param known names of all record namespaces
 */
export function ownStorage(
  user: LibraryStorage,
  others: readonly LibraryStorage[],
  known: readonly string[],
): { readonly collections: string[]; readonly namespaces: string[] } {
  const foreignCollections = new Set(
    others.flatMap((other) => (other.id === user.id ? collectionsOf(other) : [other.id, ...collectionsOf(other)])),
  );
  const foreignNamespaces = new Set(others.flatMap(namespacesOf));
  const collections = new Set([user.id, ...collectionsOf(user)].filter((name) => !foreignCollections.has(name)));
  const candidates = [...namespacesOf(user), ...known.filter((name) => name.startsWith(`${user.id}_`))];
  const namespaces = new Set(candidates.filter((name) => known.includes(name) && !foreignNamespaces.has(name)));
  return { collections: [...collections], namespaces: [...namespaces] };
}

/** Stores and records that are not in the data folder. */
export function remoteNodesOf({ nodes }: LibraryStorage): StorageNode[] {
  return nodes.filter(({ name }) => isRemoteNode(name));
}

import { workingName } from '../nodes/aliases.ts';
import { SQLiteRecordManager } from '../nodes/recordmanagers/sqlite-record-manager.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { secretHosts } from '../nodes/secret-hosts.ts';
import { hnsw } from '../nodes/vectorstores/hnsw.ts';
import { memoryVectorStore } from '../nodes/vectorstores/memory-vector-store.ts';
import { t } from '../texts/t.ts';
import { connectedTo } from './compile-graph.ts';
import { CREDENTIAL_INPUT, credentialOf } from './credential-reference.ts';
import { type FlowDocument, type GraphNode, isNote } from './flow-document.ts';
import type { PlannedNode } from './flow-plan.ts';
import type { UpsertPlan } from './upsert-plan.ts';

/** Where chunks go: a vector store and its records. */
export type StoragePlan = Pick<UpsertPlan, 'store' | 'recordManager'>;

const LOCAL: ReadonlySet<string> = new Set([hnsw.name, memoryVectorStore.name, SQLiteRecordManager.name]);

/** Whether a node keeps vectors or records that are not in the app's own data: deleting a flow leaves them as they are. */
export function isRemoteNode(nodeName: string): boolean {
  const definition = findNodeDefinition(nodeName);
  const isStorage = definition?.kind === 'vectorstore' || definition?.kind === 'recordmanager';
  return isStorage && !LOCAL.has(workingName(definition));
}

/** A node of a drawing, its credential named in its inputs; none if we do not have it. */
export function plannedNode(node: GraphNode): PlannedNode[] {
  const { name, label, inputs } = node.data;
  const definition = findNodeDefinition(name);
  if (definition === undefined) return [];
  const credential = credentialOf(node);
  const referring = credential === '' ? inputs : { ...inputs, [CREDENTIAL_INPUT]: credential };
  return [{ id: node.id, label: label || definition.label, definition, inputs: referring }];
}

/** Where a flow keeps vectors or records outside of the app's own data, with the references of its nodes still in them. */
export function remotePlacesOf(flow: FlowDocument): StoragePlan[] {
  const nodes = flow.nodes.filter(
    (node) => !isNote(node) && findNodeDefinition(node.data.name)?.kind === 'vectorstore',
  );
  return nodes
    .flatMap((node) => {
      const [recordManager] = connectedTo(flow, node, 'recordManager').flatMap(plannedNode);
      return plannedNode(node).map((store) => ({ store, recordManager }));
    })
    .filter(isRemote);
}

/** Whether deleting the flow or document store leaves something of it, unless one asks for more. */
export function isRemote({ store, recordManager }: StoragePlan): boolean {
  return [store, recordManager].some((node) => node !== undefined && isRemoteNode(node.definition.name));
}

/** "Qdrant at qdrant.example:6333"; the name alone while its address is a reference. */
export function placeWords({ definition, inputs }: Pick<PlannedNode, 'definition' | 'inputs'>): string {
  const [host] = secretHosts(definition, inputs);
  return host === undefined ? definition.label : t('{store} at {host}', { store: definition.label, host });
}

import { findNodeDefinition } from '../nodes/registry.ts';
import { secretHosts } from '../nodes/secret-hosts.ts';
import { t } from '../texts/t.ts';
import { connectedTo } from './compile-graph.ts';
import { CREDENTIAL_INPUT, credentialOf } from './credential-reference.ts';
import { type FlowDocument, type GraphNode, isNote } from './flow-document.ts';
import type { PlannedNode } from './flow-plan.ts';
import { keepsElsewhere } from './local-storage.ts';
import type { UpsertPlan } from './upsert-plan.ts';

/** A vector store with its records; one of the two at least is not in the app's own data. */
export type StorageElsewhere = Pick<UpsertPlan, 'store' | 'recordManager'>;

function plannedStorage(node: GraphNode): PlannedNode[] {
  const { name, label, inputs } = node.data;
  const definition = findNodeDefinition(name);
  if (definition === undefined) return [];
  const credential = credentialOf(node);
  const referring = credential === '' ? inputs : { ...inputs, [CREDENTIAL_INPUT]: credential };
  return [{ id: node.id, label: label || definition.label, definition, inputs: referring }];
}

/** Where a flow keeps vectors or records outside of the app's own data, with the references of its nodes still in them. */
export function storesElsewhereOf(flow: FlowDocument): StorageElsewhere[] {
  const nodes = flow.nodes.filter(
    (node) => !isNote(node) && findNodeDefinition(node.data.name)?.kind === 'vectorstore',
  );
  return nodes
    .flatMap((node) => {
      const [recordManager] = connectedTo(flow, node, 'recordManager').flatMap(plannedStorage);
      return plannedStorage(node).map((store) => ({ store, recordManager }));
    })
    .filter(isElsewhere);
}

/** Whether deleting the flow or document store leaves something of it, unless one asks for more. */
export function isElsewhere({ store, recordManager }: StorageElsewhere): boolean {
  return [store, recordManager].some((node) => node !== undefined && keepsElsewhere(node.definition.name));
}

/** "Qdrant at qdrant.example:6333"; the name alone while its address is a reference. */
export function placeWords({ definition, inputs }: Pick<PlannedNode, 'definition' | 'inputs'>): string {
  const [host] = secretHosts(definition, inputs);
  return host === undefined ? definition.label : t('{store} at {host}', { store: definition.label, host });
}

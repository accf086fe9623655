import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import type { LocalModel } from '../../../../shared/api/models.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { BUILT_IN_MODEL } from '../../../../shared/nodes/embeddings/local-models.ts';
import { transformersEmbeddings } from '../../../../shared/nodes/embeddings/transformers-embeddings.ts';

type ModelUser = LocalModel['usedBy'][number];

export interface StoreWithModel {
  readonly id: string;
  readonly name: string;
  readonly embedding: { readonly name: string; readonly config: Readonly<Record<string, unknown>> } | null;
}

/** The on-device model of a node; undefined for another node. A setting that is empty, or filled by a variable, counts as it is written. */
function modelOf(nodeName: string, inputs: Readonly<Record<string, unknown>>): string | undefined {
  if (nodeName !== transformersEmbeddings.name) return undefined;
  return typeof inputs.model === 'string' && inputs.model !== '' ? inputs.model : BUILT_IN_MODEL;
}

/** Who uses which on-device model, by the model's name. */
export function findModelUsers(
  flows: readonly Chatflow[],
  stores: readonly StoreWithModel[],
): ReadonlyMap<string, readonly ModelUser[]> {
  const users = new Map<string, ModelUser[]>();
  function add(model: string | undefined, user: ModelUser): void {
    if (model === undefined) return;
    const known = users.get(model) ?? [];
    if (known.some(({ id }) => id === user.id)) return;
    users.set(model, [...known, user]);
  }
  for (const { id, name, flowData } of flows) {
    for (const { data } of parseFlowDocument(flowData).nodes) {
      add(modelOf(data.name, data.inputs), { kind: 'flow', id, name });
    }
  }
  for (const { id, name, embedding } of stores) {
    if (embedding !== null) add(modelOf(embedding.name, embedding.config), { kind: 'store', id, name });
  }
  return users;
}

/** A flow with another model wherever it has the built-in one; undefined when it has none such. */
export function replaceBuiltIn(flowData: string, model: string): string | undefined {
  const flow = parseFlowDocument(flowData);
  const isBuiltIn = (node: (typeof flow.nodes)[number]) => modelOf(node.data.name, node.data.inputs) === BUILT_IN_MODEL;
  if (!flow.nodes.some(isBuiltIn)) return undefined;
  const nodes = flow.nodes.map((node) =>
    isBuiltIn(node) ? { ...node, data: { ...node.data, inputs: { ...node.data.inputs, model } } } : node,
  );
  return JSON.stringify({ ...flow, nodes });
}

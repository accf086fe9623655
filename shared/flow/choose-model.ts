import { BUILT_IN_MODEL } from '../nodes/embeddings/local-models.ts';
import { transformersEmbeddings } from '../nodes/embeddings/transformers-embeddings.ts';
import type { FlowDocument, FlowNode } from './flow-document.ts';

/** The on-device model that a node embeds with; undefined for another node. A setting that a variable fills counts as it is written. */
export function modelOfNode(name: string, inputs: Readonly<Record<string, unknown>>): string | undefined {
  if (name !== transformersEmbeddings.name) return undefined;
  return typeof inputs.model === 'string' && inputs.model !== '' ? inputs.model : BUILT_IN_MODEL;
}

/** A node with another model, if it has the built-in one; else the node itself. */
function chooseModelOfNode(node: FlowNode, model: string): FlowNode {
  const { data } = node;
  if (modelOfNode(data.name, data.inputs) !== BUILT_IN_MODEL) return node;
  return { ...node, data: { ...data, inputs: { ...data.inputs, model } } };
}

/** A flow with another model wherever it has the built-in one; the flow itself when it has none such. */
export function chooseModel(flow: FlowDocument, model: string): FlowDocument {
  const nodes = flow.nodes.map((node) => chooseModelOfNode(node, model));
  return nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes };
}

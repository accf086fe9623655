import { BugError } from '../errors/errors.ts';
import type { NodeDefinition } from '../nodes/define-node.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { createEdge, createNode, writeInstances } from './create-node.ts';
import { CREDENTIAL_INPUT } from './credential-reference.ts';
import type { FlowDocument, FlowEdge, FlowNode } from './flow-document.ts';
import { inputHandleId, outputHandleId, parseHandle } from './handles.ts';

/** What stands in a node's place. */
export interface Replacement {
  readonly definition: NodeDefinition;
  /** Its settings, with the id of its credential among them; those left out are as in a new node. */
  readonly config: Readonly<Record<string, unknown>>;
}

function replaced(node: FlowNode, { definition, config }: Replacement): FlowNode {
  const fresh = createNode(definition, node.id, node.position);
  const { [CREDENTIAL_INPUT]: credential, ...inputs } = config;
  const isNamedAfterKind = node.data.label === '' || node.data.label === findNodeDefinition(node.data.name)?.label;
  const chosen = node.data.outputs?.output;
  const isOffered = definition.outputs.some(({ name }) => name === chosen);
  return {
    ...node,
    data: {
      ...fresh.data,
      ...(isNamedAfterKind ? {} : { label: node.data.label }),
      inputs: { ...fresh.data.inputs, ...inputs },
      ...(isOffered ? { outputs: { output: chosen } } : {}),
      ...(typeof credential === 'string' ? { credential } : {}),
    },
  };
}

/** The same edge at the node that is there now; undefined when that has no such end. */
function rewired(edge: FlowEdge, id: string, definition: NodeDefinition): FlowEdge | undefined {
  const { source, target } = edge;
  const ends = { source: edge.sourceHandle ?? '', target: edge.targetHandle ?? '' };
  if (source === id) {
    const name = parseHandle(ends.source, id, 'output')?.name;
    const output = definition.outputs.find((one) => one.name === name) ?? definition.outputs[0];
    if (output === undefined) return undefined;
    ends.source = outputHandleId(id, output);
  }
  if (target === id) {
    const name = parseHandle(ends.target, id, 'input')?.name;
    const input = definition.inputs.find((one) => one.name === name);
    if (input === undefined) return undefined;
    ends.target = inputHandleId(id, input);
  }
  return { ...edge, ...createEdge(source, ends.source, target, ends.target) };
}

/** Puts another node in the place of one, under its id and with its edges. Calls that name the node by its id go on working. */
export function replaceNode(flow: FlowDocument, id: string, replacement: Replacement): FlowDocument {
  if (!flow.nodes.some((node) => node.id === id)) throw new BugError(`There is no node ${id} to be replaced.`);
  const nodes = flow.nodes.map((node) => (node.id === id ? replaced(node, replacement) : node));
  const edges = flow.edges.flatMap((edge) =>
    edge.source === id || edge.target === id ? (rewired(edge, id, replacement.definition) ?? []) : [edge],
  );
  return { ...flow, nodes: writeInstances(nodes, edges), edges };
}

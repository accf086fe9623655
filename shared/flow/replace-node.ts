import { BugError } from '../errors/errors.ts';
import type { NodeDefinition, NodeInput } from '../nodes/define-node.ts';
import { inputsOf } from '../nodes/param-inputs.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { labelInFlowise } from '../nodes/stand-ins.ts';
import { createEdge, createNode, writeInstances } from './create-node.ts';
import { CREDENTIAL_INPUT } from './credential-reference.ts';
import type { FlowDocument, FlowEdge, FlowGraph, GraphNode } from './flow-document.ts';
import { fitsType, inputHandleId, outputHandleId, parseHandle } from './handles.ts';
import { withMarksOf } from './node-marks.ts';

/** What stands in a node's place. */
export interface Replacement {
  readonly definition: NodeDefinition;
  /** Its settings, with the id of its credential among them; those left out are as in a new node. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Whether nobody gave the node a name of its own: then it is called what its successor is. */
function isNamedAfterKind({ data: { label, name } }: GraphNode): boolean {
  return label === '' || label === (findNodeDefinition(name)?.label ?? labelInFlowise(name));
}

function replaced(node: GraphNode, { definition, config }: Replacement): GraphNode {
  const fresh = createNode(definition, node.id, { x: 0, y: 0 });
  const { [CREDENTIAL_INPUT]: credential, ...inputs } = config;
  const chosen = node.data.outputs?.output;
  const isOffered = definition.outputs.some(({ name }) => name === chosen);
  const data = {
    ...fresh.data,
    ...(isNamedAfterKind(node) ? {} : { label: node.data.label }),
    inputs: { ...fresh.data.inputs, ...inputs },
    ...(isOffered ? { outputs: { output: chosen } } : {}),
    ...(typeof credential === 'string' ? { credential } : {}),
  };
  return withMarksOf({ ...node, data }, node);
}

/** The output that an edge has after the replacement: the one of its name, else one that fits what it leads to. */
function outputFor(edge: FlowEdge, definition: NodeDefinition) {
  const name = parseHandle(edge.sourceHandle ?? '', edge.source, 'output')?.name;
  const types = parseHandle(edge.targetHandle ?? '', edge.target, 'input')?.types ?? [];
  const { outputs } = definition;
  const fitting = outputs.find(
    ({ type, baseClasses }) => types.includes(type) || types.some((one) => baseClasses.includes(one)),
  );
  return outputs.find((one) => one.name === name) ?? fitting ?? outputs[0];
}

/** The input that an edge has after the replacement: the one of its name, else one that takes what it brings. */
function inputFor(edge: FlowEdge, definition: NodeDefinition): NodeInput | undefined {
  const name = parseHandle(edge.targetHandle ?? '', edge.target, 'input')?.name;
  const classes = parseHandle(edge.sourceHandle ?? '', edge.source, 'output')?.types ?? [];
  const inputs = inputsOf(definition);
  return inputs.find((one) => one.name === name) ?? inputs.find(({ type }) => fitsType(classes, type));
}

/** The same edge at the node that is there now; undefined when that has no such end. */
function rewired(edge: FlowEdge, id: string, definition: NodeDefinition): FlowEdge | undefined {
  const { source, target } = edge;
  const ends = { source: edge.sourceHandle ?? '', target: edge.targetHandle ?? '' };
  if (source === id) {
    const output = outputFor(edge, definition);
    if (output === undefined) return undefined;
    ends.source = outputHandleId(id, output);
  }
  if (target === id) {
    const input = inputFor(edge, definition);
    if (input === undefined) return undefined;
    ends.target = inputHandleId(id, input);
  }
  return { ...edge, ...createEdge(source, ends.source, target, ends.target) };
}

/** Edges of a node, without those beyond the first of an input that takes one only. */
function rewiredEdges(edges: readonly FlowEdge[], id: string, definition: NodeDefinition): FlowEdge[] {
  const single = new Set(
    inputsOf(definition)
      .filter(({ list }) => list !== true)
      .map((input) => inputHandleId(id, input)),
  );
  const taken = new Set<string>();
  return edges.flatMap((edge) => {
    if (edge.source !== id && edge.target !== id) return [edge];
    const now = rewired(edge, id, definition);
    if (now === undefined) return [];
    const handle = now.target === id ? (now.targetHandle ?? '') : '';
    if (single.has(handle) && taken.has(handle)) return [];
    taken.add(handle);
    return [now];
  });
}

/** {@link replaceNode} of what a flow does, wherever its nodes stand; connected inputs are written when it is saved. */
export function replaceInGraph(graph: FlowGraph, id: string, replacement: Replacement): FlowGraph {
  return {
    nodes: graph.nodes.map((node) => (node.id === id ? replaced(node, replacement) : node)),
    edges: rewiredEdges(graph.edges, id, replacement.definition),
  };
}

/** Puts another node in the place of one, under its id and with its edges. Calls that name the node by its id go on working. */
export function replaceNode(flow: FlowDocument, id: string, replacement: Replacement): FlowDocument {
  if (!flow.nodes.some((node) => node.id === id)) throw new BugError(`There is no node ${id} to be replaced.`);
  const edges = rewiredEdges(flow.edges, id, replacement.definition);
  const nodes = flow.nodes.map((node) => {
    return node.id === id ? { ...node, ...replaced(node, replacement), position: node.position } : node;
  });
  return { ...flow, nodes: writeInstances(nodes, edges), edges };
}

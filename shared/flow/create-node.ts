import type { NodeDefinition } from '../nodes/define-node.ts';
import { describeNode } from '../nodes/describe-node.ts';
import { type ParamInfo, paramInfo } from '../nodes/params.ts';
import type { FlowEdge, FlowNode, GraphNode } from './flow-document.ts';
import { inputHandleId, outputHandleId, parseHandle } from './handles.ts';

/** What Flowise's loaders give unless `document` is chosen; no input here takes it. */
const LOADER_TEXT = { name: 'text', label: 'Text', baseClasses: ['string', 'json'] } as const;

/** The outputs of a node as Flowise saves them: a choice, or the only one, which it names after the node. */
export function savedOutputs(nodeId: string, { name, kind, outputs, savedOnlyOutputs }: NodeDefinition) {
  const [first] = outputs;
  const savedOnly = savedOnlyOutputs ?? (kind === 'documentloader' ? [LOADER_TEXT] : []);
  const options = [...outputs, ...savedOnly].map((output) => ({
    id: outputHandleId(nodeId, output),
    name: output.name,
    label: output.label,
    type: output.baseClasses.join(' | '),
  }));
  if (first === undefined || (options.length === 1 && first.name === name))
    return { outputAnchors: options, outputs: {} };
  const choice = { name: 'output', label: 'Output', type: 'options', options, default: first.name };
  return { outputAnchors: [choice], outputs: { output: first.name } };
}

/** First free `<name>_<n>`, Flowise's way of naming nodes. */
export function nextNodeId(name: string, taken: ReadonlySet<string>): string {
  let number = 0;
  while (taken.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** A new node with the values that a person begins with, in the shape that Flowise saves, so that exports open on both sides. */
export function createNode(
  definition: NodeDefinition,
  id: string,
  position: { readonly x: number; readonly y: number },
): FlowNode {
  const described = describeNode(definition);
  const params = Object.entries(definition.params.shape)
    .map(([name, schema]) => [name, paramInfo(schema)] as const)
    // An empty secret would count in Flowise before the credential's.
    .filter(([, info]) => info.kind !== 'secret' && info.noEffect !== true);
  return {
    id,
    position: { ...position },
    type: 'customNode',
    data: {
      id,
      label: described.label,
      version: described.version,
      name: described.name,
      type: described.type,
      baseClasses: described.baseClasses,
      category: described.category,
      description: described.description,
      inputParams: described.params.map((param) => ({ ...param, id: `${id}-input-${param.name}-${param.type}` })),
      inputAnchors: described.anchors.map((anchor) => ({ ...anchor, id: inputHandleId(id, anchor) })),
      inputs: Object.fromEntries([
        ...params.map(([name, info]) => [name, savedDefault(info)]),
        ...Object.entries(definition.initial ?? {}),
        ...definition.inputs.map((input) => [input.name, input.list === true ? [] : '']),
      ]),
      ...savedOutputs(id, definition),
      ...(definition.credential === undefined ? {} : { credential: '' }),
    },
  };
}

function savedDefault(info: ParamInfo): unknown {
  if (info.kind === 'json' || info.default === undefined) return '';
  return info.default;
}

/** An edge between an output and an input, by their names, in the shape that Flowise saves. */
export function createEdge(source: string, sourceHandle: string, target: string, targetHandle: string): FlowEdge {
  return {
    source,
    sourceHandle,
    target,
    targetHandle,
    type: 'buttonedge',
    id: `${source}-${sourceHandle}-${target}-${targetHandle}`,
  };
}

/** `{{id.data.instance}}`, by which Flowise's nodes name what is connected to an input. */
function instanceOf(nodeId: string): string {
  return `{{${nodeId}.data.instance}}`;
}

/** Flowise leaves the inputs without an edge as "" even where several may be connected; what it saved stays as it is. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Writes each node's connected inputs from the edges (Flowise keeps both); run before saving. Params and the inputs of nodes that
 * have no `inputAnchors` stay as they are.
 */
export function writeInstances<Node extends GraphNode>(nodes: readonly Node[], edges: readonly FlowEdge[]): Node[] {
  return nodes.map((node) => {
    const anchors = node.data.inputAnchors;
    if (!Array.isArray(anchors)) return node;
    const inputs: Record<string, unknown> = { ...node.data.inputs };
    for (const anchor of anchors) {
      const name: unknown = anchor?.name;
      if (typeof name !== 'string') continue;
      const sources = edges
        .filter(
          (edge) => edge.target === node.id && parseHandle(edge.targetHandle ?? '', node.id, 'input')?.name === name,
        )
        .map((edge) => instanceOf(edge.source));
      if (sources.length === 0 && isNothing(inputs[name])) continue;
      inputs[name] = anchor.list === true ? sources : (sources[0] ?? '');
    }
    return { ...node, data: { ...node.data, inputs } };
  });
}

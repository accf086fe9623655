import { NODE_CATEGORY, type NodeDefinition } from '../nodes/define-node.ts';
import { type ParamInfo, type ParamKind, paramInfo } from '../nodes/params.ts';
import type { FlowEdge, FlowNode } from './flow-document.ts';
import { inputHandleId, outputHandleId, parseHandle } from './handles.ts';

/** Flowise's name of each kind of form field. */
const FLOWISE_TYPE = {
  text: 'string',
  multiline: 'string',
  number: 'number',
  boolean: 'boolean',
  choice: 'options',
  json: 'json',
  file: 'file',
  secret: 'password',
} as const satisfies Record<ParamKind, string>;

function inputParam(nodeId: string, name: string, info: ParamInfo) {
  const type = FLOWISE_TYPE[info.kind];
  return {
    label: info.title,
    name,
    type,
    id: `${nodeId}-input-${name}-${type}`,
    optional: !info.required,
    ...(info.help === undefined ? {} : { description: info.help }),
    ...(info.default === undefined ? {} : { default: info.default }),
    ...(info.advanced === true ? { additionalParams: true } : {}),
    ...(info.choices === undefined ? {} : { options: info.choices.map((choice) => ({ label: choice.label, name: choice.value })) }),
    ...(info.accept === undefined ? {} : { fileType: info.accept.join(', ') }),
  };
}

function outputAnchors(nodeId: string, definition: NodeDefinition) {
  const options = definition.outputs.map((output) => ({
    id: outputHandleId(nodeId, output),
    name: output.name,
    label: output.label,
    type: output.baseClasses.join(' | '),
  }));
  const [only, second] = options;
  if (second === undefined) return only === undefined ? [] : [only];
  return [{ name: 'output', label: 'Output', type: 'options', options, default: only?.name }];
}

/** First free `<name>_<n>`, Flowise's way of naming nodes. */
export function nextNodeId(name: string, taken: ReadonlySet<string>): string {
  let number = 0;
  while (taken.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** A new node with default values, in the shape that Flowise saves, so that exports open on both sides. */
export function createNode(
  definition: NodeDefinition,
  id: string,
  position: { readonly x: number; readonly y: number },
): FlowNode {
  const params = Object.entries(definition.params.shape).map(([name, schema]) => [name, paramInfo(schema)] as const);
  const [firstOutput, secondOutput] = definition.outputs;
  return {
    id,
    position: { ...position },
    type: 'customNode',
    data: {
      id,
      label: definition.label,
      version: definition.version,
      name: definition.name,
      type: definition.type,
      baseClasses: [...new Set(definition.outputs.flatMap((output) => output.baseClasses))],
      category: NODE_CATEGORY[definition.kind],
      description: definition.description,
      inputParams: params.map(([name, info]) => inputParam(id, name, info)),
      inputAnchors: definition.inputs.map((input) => ({
        label: input.label,
        name: input.name,
        type: input.type,
        id: inputHandleId(id, input),
        ...(input.list === true ? { list: true } : {}),
        ...(input.optional === true ? { optional: true } : {}),
      })),
      inputs: Object.fromEntries([
        ...params.map(([name, info]) => [name, savedDefault(info)]),
        ...definition.inputs.map((input) => [input.name, input.list === true ? [] : '']),
      ]),
      outputAnchors: outputAnchors(id, definition),
      outputs: secondOutput === undefined || firstOutput === undefined ? {} : { output: firstOutput.name },
    },
  };
}

function savedDefault(info: ParamInfo): unknown {
  if (info.kind === 'json' || info.default === undefined) return '';
  return info.default;
}

/** A wire between an output and an input, by their names, in the shape that Flowise saves. */
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

/**
 * Writes each node's connected inputs from the wires (the peer keeps both); run before saving. Params and the inputs of nodes that
 * have no `inputAnchors` stay as they are.
 */
export function writeInstances(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): FlowNode[] {
  return nodes.map((node) => {
    const anchors = node.data['inputAnchors'];
    if (!Array.isArray(anchors)) return node;
    const inputs: Record<string, unknown> = { ...node.data.inputs };
    for (const anchor of anchors) {
      const name: unknown = anchor?.name;
      if (typeof name !== 'string') continue;
      const sources = edges
        .filter((edge) => edge.target === node.id && parseHandle(edge.targetHandle ?? '', node.id, 'input')?.name === name)
        .map((edge) => instanceOf(edge.source));
      inputs[name] = anchor.list === true ? sources : (sources[0] ?? '');
    }
    return { ...node, data: { ...node.data, inputs } };
  });
}

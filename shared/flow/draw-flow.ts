import { BugError } from '../errors/errors.ts';
import type { NodeDefinition } from '../nodes/define-node.ts';
import { createEdge, createNode } from './create-node.ts';
import type { FlowDocument, FlowEdge, FlowNode } from './flow-document.ts';
import { inputHandleId, outputHandleId } from './handles.ts';

/** A node of a drawing, with the inputs that differ from its defaults. */
export interface DrawnNode {
  readonly definition: NodeDefinition;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** The parts of a flow with one of each kind. */
export interface DrawnParts {
  readonly loader: DrawnNode;
  readonly splitter?: DrawnNode;
  readonly embedding: DrawnNode;
  readonly store: DrawnNode;
  readonly records?: DrawnNode;
}

const PLACES = {
  splitter: { x: 0, y: 120 },
  loader: { x: 300, y: 40 },
  embedding: { x: 300, y: 240 },
  records: { x: 300, y: 400 },
} as const;

/** The store lies between what leads into it. */
const STORE_X = 600;

function placed({ definition, inputs = {} }: DrawnNode, position: FlowNode['position']): FlowNode {
  const node = createNode(definition, `${definition.name}_0`, position);
  return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...inputs } } };
}

/** The edge from a node's first output to the input that takes its type. */
function edge({ definition: from }: DrawnNode, { definition: to }: DrawnNode): FlowEdge {
  const [output] = from.outputs;
  const input = to.inputs.find(({ type }) => output !== undefined && type === output.type);
  if (output === undefined || input === undefined) throw new BugError(`No edge from ${from.name} to ${to.name}.`);
  const source = `${from.name}_0`;
  const target = `${to.name}_0`;
  return createEdge(source, outputHandleId(source, output), target, inputHandleId(target, input));
}

/** Splitter -> loader, embedding and record manager -> store, laid out from left to right. */
export function drawFlow({ loader, splitter, embedding, store, records }: DrawnParts): FlowDocument {
  const nodes = [
    ...(splitter === undefined ? [] : [placed(splitter, PLACES.splitter)]),
    placed(loader, PLACES.loader),
    placed(embedding, PLACES.embedding),
    ...(records === undefined ? [] : [placed(records, PLACES.records)]),
    placed(store, { x: STORE_X, y: records === undefined ? 120 : 180 }),
  ];
  const edges = [
    ...(splitter === undefined ? [] : [edge(splitter, loader)]),
    edge(loader, store),
    edge(embedding, store),
    ...(records === undefined ? [] : [edge(records, store)]),
  ];
  return { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } };
}

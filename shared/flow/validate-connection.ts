import { phraseFor } from '../nodes/data-types.ts';
import { inputsOf } from '../nodes/param-inputs.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { t } from '../texts/t.ts';
import type { FlowEdge, FlowGraph, GraphNode } from './flow-document.ts';
import { fitsType, parseHandle } from './handles.ts';
import { findCycle } from './order.ts';

export interface Connection {
  readonly source: string;
  readonly target: string;
  readonly sourceHandle?: string | null | undefined;
  readonly targetHandle?: string | null | undefined;
}

/** Why an edge is refused, in words for the user; undefined when it fits. */
export type Refusal = string | undefined;

function classesOf(node: GraphNode, handle: string): readonly string[] | undefined {
  return parseHandle(handle, node.id, 'output')?.types;
}

/** Whether the ends of an edge fit each other, whatever else is on the canvas. */
export function validateEnds(source: GraphNode, target: GraphNode, connection: Connection): Refusal {
  const definition = findNodeDefinition(target.data.name);
  if (definition === undefined) return undefined; // a node that we do not know may take anything
  const parsed = parseHandle(connection.targetHandle ?? '', target.id, 'input');
  const input = inputsOf(definition).find((candidate) => candidate.name === parsed?.name);
  if (input === undefined) return t('{node} has no such input.', { node: target.data.label });
  const classes = classesOf(source, connection.sourceHandle ?? '');
  if (classes === undefined) return t('{node} has no such output.', { node: source.data.label });
  if (!fitsType(classes, input.type))
    return t('{node} takes {needed} here.', { node: target.data.label, needed: phraseFor(input.type) });
  return undefined;
}

/**
 * Whether an edge may be added to the flow: the one check of the canvas while you draw, of import and of the server.
 * The edge itself may already be in the flow (reconnecting); it is then not counted against itself.
 */
export function validateConnection(flow: FlowGraph, connection: Connection): Refusal {
  if (connection.source === connection.target) return t('A node cannot feed itself.');
  const source = flow.nodes.find((node) => node.id === connection.source);
  const target = flow.nodes.find((node) => node.id === connection.target);
  if (source === undefined || target === undefined) return t('One end of the wire is not on the canvas.');
  const refusal = validateEnds(source, target, connection);
  if (refusal !== undefined) return refusal;
  const others = flow.edges.filter((edge) => !isSameEdge(edge, connection));
  const definition = findNodeDefinition(target.data.name);
  const inputs = definition === undefined ? [] : inputsOf(definition);
  const input = inputs.find(
    (candidate) => candidate.name === parseHandle(connection.targetHandle ?? '', target.id, 'input')?.name,
  );
  if (input !== undefined && input.list !== true) {
    const taken = others.some((edge) => edge.target === target.id && edge.targetHandle === connection.targetHandle);
    if (taken)
      return t('{input} of {node} has a wire already: remove that one first.', {
        input: t(input.label),
        node: target.data.label,
      });
  }
  const cycle = findCycle(flow.nodes, [...others, { source: connection.source, target: connection.target }]);
  return cycle === undefined ? undefined : t('That would make a circle.');
}

function isSameEdge(edge: FlowEdge, connection: Connection): boolean {
  return (
    edge.source === connection.source &&
    edge.target === connection.target &&
    edge.sourceHandle === connection.sourceHandle &&
    edge.targetHandle === connection.targetHandle
  );
}

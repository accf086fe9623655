import type { NodeInput } from '../nodes/define-node.ts';
import { findNodeDefinition, findStandIn } from '../nodes/registry.ts';
import { credentialProblems, type KnownCredentials } from './credential-problems.ts';
import type { FlowGraph, GraphNode } from './flow-document.ts';
import type { FlowPlan, PlannedEdge, PlannedNode } from './flow-plan.ts';
import type { FlowProblem } from './flow-problem.ts';
import { parseHandle } from './handles.ts';
import { orderNodes } from './order.ts';
import { findParamProblems } from './parse-params.ts';
import { validateEnds } from './validate-connection.ts';

export interface FlowCheck {
  /** Undefined while there are problems. */
  readonly plan: FlowPlan | undefined;
  readonly problems: readonly FlowProblem[];
}

/** A node that we do not have, and what to take in its place. */
export function unknownNode(node: GraphNode): FlowProblem {
  const name = node.data.label === '' ? node.data.name : node.data.label;
  const standIn = findStandIn(node.data.name);
  const other = standIn === undefined ? 'another node' : `${standIn.label} (${standIn.name})`;
  return {
    code: 'UNKNOWN_NODE',
    message: `${name} (${node.data.name}) is not available here: replace it by ${other}, or remove it.`,
    nodeId: node.id,
  };
}

/** A node and everything that feeds it, however far away. */
function pathTo(flow: FlowGraph, end: GraphNode): readonly GraphNode[] {
  const reached = new Set([end.id]);
  for (const id of reached) {
    for (const edge of flow.edges) if (edge.target === id) reached.add(edge.source);
  }
  return flow.nodes.filter((node) => reached.has(node.id));
}

/** Nodes that are wired to an input of a node. */
export function connectedTo(flow: FlowGraph, node: GraphNode, inputName: string): readonly GraphNode[] {
  return flow.edges
    .filter(
      (edge) => edge.target === node.id && parseHandle(edge.targetHandle ?? '', node.id, 'input')?.name === inputName,
    )
    .flatMap((edge) => flow.nodes.find((candidate) => candidate.id === edge.source) ?? []);
}

function missingInput(node: GraphNode, input: NodeInput): FlowProblem {
  return {
    code: 'MISSING_INPUT',
    message: `${node.data.label} has no ${input.label.toLowerCase()}: connect one to it.`,
    nodeId: node.id,
  };
}

function problemsOfNode(
  flow: FlowGraph,
  node: GraphNode,
  credentials: KnownCredentials | undefined,
): readonly FlowProblem[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [unknownNode(node)];
  const missing = definition.inputs
    .filter((input) => input.optional !== true && connectedTo(flow, node, input.name).length === 0)
    .map((input) => missingInput(node, input));
  const params = findParamProblems(definition, node.data.inputs).map((problem) => ({
    code: problem.code,
    message: `${node.data.label}: ${problem.message}: change it in its settings.`,
    nodeId: node.id,
    param: problem.param,
  }));
  return [...missing, ...credentialProblems(node, definition, credentials), ...params];
}

function problemsOfEdges(flow: FlowGraph, path: ReadonlySet<string>): readonly FlowProblem[] {
  const byId = new Map(flow.nodes.map((node) => [node.id, node]));
  return flow.edges.flatMap((edge) => {
    const source = byId.get(edge.source);
    const target = byId.get(edge.target);
    if (source === undefined || target === undefined || !path.has(target.id)) return [];
    const refusal = validateEnds(source, target, edge);
    if (refusal === undefined) return [];
    return [
      {
        code: 'INVALID_CONNECTION' as const,
        message: `${refusal} Remove the wire from ${source.data.label}.`,
        nodeId: target.id,
      },
    ];
  });
}

function planned(node: GraphNode): PlannedNode[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [];
  return [{ id: node.id, label: node.data.label, definition, inputs: node.data.inputs }];
}

function plannedEdges(flow: FlowGraph, node: GraphNode): readonly PlannedEdge[] {
  const inputs = findNodeDefinition(node.data.name)?.inputs ?? [];
  return inputs.flatMap(({ name }) =>
    connectedTo(flow, node, name).map(({ id }) => ({ source: id, target: node.id, input: name })),
  );
}

/**
 * Finds all that keeps a node of a flow from doing its work, and the plan of it when nothing does: for a node of any kind.
 * @param flow without notes
 * @param credentials the stored ones, where they are known
 */
export function checkGraph(flow: FlowGraph, end: GraphNode, credentials?: KnownCredentials): FlowCheck {
  const path = pathTo(flow, end);
  const pathIds = new Set(path.map((node) => node.id));
  const onPath = flow.edges.filter((edge) => pathIds.has(edge.source) && pathIds.has(edge.target));
  const { cycle } = orderNodes(path, onPath);
  if (cycle[0] !== undefined) {
    const problem: FlowProblem = {
      code: 'FLOW_HAS_CYCLE',
      message: 'The wires go round in a circle: remove one of them.',
      nodeId: cycle[0],
    };
    return { plan: undefined, problems: [problem] };
  }
  const problems = [
    ...path.flatMap((node) => problemsOfNode(flow, node, credentials)),
    ...problemsOfEdges(flow, pathIds),
  ];
  const [target] = planned(end);
  if (problems.length > 0 || target === undefined) return { plan: undefined, problems };
  const edges = path.flatMap((node) => plannedEdges(flow, node));
  return { plan: { target, nodes: path.flatMap(planned), edges }, problems };
}

import { UserError } from '../errors/errors.ts';
import type { NodeDefinition, NodeInput } from '../nodes/define-node.ts';
import { findNodeDefinition, findStandIn } from '../nodes/registry.ts';
import { credentialProblems, type KnownCredentials } from './credential-problems.ts';
import { type FlowDocument, type FlowNode, isNote } from './flow-document.ts';
import type { FlowProblem } from './flow-problem.ts';
import { parseHandle } from './handles.ts';
import { orderNodes } from './order.ts';
import { findParamProblems } from './parse-params.ts';
import { validateEnds } from './validate-connection.ts';

/** A node of the plan with its definition. */
export interface PlannedNode {
  readonly id: string;
  readonly label: string;
  readonly definition: NodeDefinition;
  /** Values as saved (or overridden), checked but not yet parsed. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface PlannedLoader extends PlannedNode {
  readonly splitter: PlannedNode | undefined;
}

/** What an upsert of a flow runs. */
export interface FlowPlan {
  readonly store: PlannedNode;
  readonly embedding: PlannedNode;
  readonly recordManager: PlannedNode | undefined;
  readonly loaders: readonly PlannedLoader[];
}

export interface FlowCheck {
  /** Undefined while there are problems. */
  readonly plan: FlowPlan | undefined;
  readonly problems: readonly FlowProblem[];
}

function storesOf(nodes: readonly FlowNode[]): readonly FlowNode[] {
  return nodes.filter((node) => findNodeDefinition(node.data.name)?.kind === 'vectorstore');
}

function pickStore(nodes: readonly FlowNode[], stopNodeId: string | undefined): FlowNode | FlowProblem {
  const stores = storesOf(nodes);
  if (stopNodeId !== undefined) {
    const store = stores.find((node) => node.id === stopNodeId);
    if (store !== undefined) return store;
    return {
      code: 'NO_VECTOR_STORE',
      message: `The flow has no vector store with the id ${stopNodeId}: send the id of one of its vector stores.`,
    };
  }
  const [store, second] = stores;
  if (store === undefined) {
    const unknown = nodes.find(
      (node) => findNodeDefinition(node.data.name) === undefined && node.data['category'] === 'Vector Stores',
    );
    if (unknown !== undefined) return unknownNode(unknown);
    const readers = nodes.filter((node) => findNodeDefinition(node.data.name)?.kind === 'storereader');
    if (readers[0] !== undefined) return onlyReads(readers[0], readers.length);
    return {
      code: 'NO_VECTOR_STORE',
      message: 'The flow has no vector store: add one and connect a document loader and an embedding model to it.',
    };
  }
  if (second !== undefined) {
    return {
      code: 'SEVERAL_VECTOR_STORES',
      message: 'The flow has several vector stores: say which one to fill (stopNodeId).',
      nodeId: second.id,
    };
  }
  return store;
}

function onlyReads(node: FlowNode, count: number): FlowProblem {
  if (count > 1) {
    return {
      code: 'SEVERAL_VECTOR_STORES',
      message: 'The flow reads several document stores: say which one to ask (stopNodeId).',
      nodeId: node.id,
    };
  }
  return {
    code: 'NO_VECTOR_STORE',
    message: 'The flow only reads a document store, so there is nothing to upsert: upsert the store itself.',
    nodeId: node.id,
  };
}

function unknownNode(node: FlowNode): FlowProblem {
  const name = node.data.label === '' ? node.data.name : node.data.label;
  const standIn = findStandIn(node.data.name);
  const other = standIn === undefined ? 'another node' : `${standIn.label} (${standIn.name})`;
  return {
    code: 'UNKNOWN_NODE',
    message: `${name} (${node.data.name}) is not available here: replace it by ${other}, or remove it.`,
    nodeId: node.id,
  };
}

function isProblem(value: FlowNode | FlowProblem): value is FlowProblem {
  return 'code' in value;
}

/** The store and everything that feeds it, however far away. */
function upsertPath(flow: FlowDocument, store: FlowNode): readonly FlowNode[] {
  const reached = new Set([store.id]);
  for (const id of reached) {
    for (const edge of flow.edges) if (edge.target === id) reached.add(edge.source);
  }
  return flow.nodes.filter((node) => reached.has(node.id));
}

/** Nodes that are wired to an input of a node. */
export function connectedTo(flow: FlowDocument, node: FlowNode, inputName: string): readonly FlowNode[] {
  return flow.edges
    .filter(
      (edge) => edge.target === node.id && parseHandle(edge.targetHandle ?? '', node.id, 'input')?.name === inputName,
    )
    .flatMap((edge) => flow.nodes.find((candidate) => candidate.id === edge.source) ?? []);
}

function missingInput(node: FlowNode, input: NodeInput): FlowProblem {
  return {
    code: 'MISSING_INPUT',
    message: `${node.data.label} has no ${input.label.toLowerCase()}: connect one to it.`,
    nodeId: node.id,
  };
}

function problemsOfNode(
  flow: FlowDocument,
  node: FlowNode,
  credentials: KnownCredentials | undefined,
): readonly FlowProblem[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [unknownNode(node)];
  const missing = definition.inputs
    .filter((input) => input.optional !== true && connectedTo(flow, node, input.name).length === 0)
    .map((input) => missingInput(node, input));
  const params = findParamProblems(definition, node.data.inputs).map((problem) => ({
    code: problem.code,
    message: `${node.data.label}: ${problem.message}: change it in the node's settings.`,
    nodeId: node.id,
    param: problem.param,
  }));
  return [...missing, ...credentialProblems(node, definition, credentials), ...params];
}

function problemsOfWires(flow: FlowDocument, path: ReadonlySet<string>): readonly FlowProblem[] {
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

function planned(node: FlowNode): PlannedNode[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [];
  return [{ id: node.id, label: node.data.label, definition, inputs: node.data.inputs }];
}

function makePlan(flow: FlowDocument, store: FlowNode): FlowPlan | undefined {
  const [plannedStore] = planned(store);
  const [embedding] = connectedTo(flow, store, 'embeddings').flatMap(planned);
  const [recordManager] = connectedTo(flow, store, 'recordManager').flatMap(planned);
  if (plannedStore === undefined || embedding === undefined) return undefined;
  const loaders = connectedTo(flow, store, 'document').flatMap((node) =>
    planned(node).map((loader) => ({
      ...loader,
      splitter: connectedTo(flow, node, 'textSplitter').flatMap(planned)[0],
    })),
  );
  return { store: plannedStore, embedding, recordManager, loaders };
}

/**
 * Finds all that keeps a flow from running, and its plan when nothing does. The canvas calls it as you draw; the server before it runs.
 * @param credentials the stored ones, where they are known: the server looks them up itself when it fills them in
 */
export function checkFlow(document: FlowDocument, stopNodeId?: string, credentials?: KnownCredentials): FlowCheck {
  const flow = { ...document, nodes: document.nodes.filter((node) => !isNote(node)) };
  const store = pickStore(flow.nodes, stopNodeId);
  if (isProblem(store)) return { plan: undefined, problems: [store] };
  const path = upsertPath(flow, store);
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
    ...problemsOfWires(flow, pathIds),
  ];
  return { plan: problems.length === 0 ? makePlan(flow, store) : undefined, problems };
}

/**
 * Turns a flow into its plan.
 * @throws UserError (422) for the first problem, naming the node.
 */
export function compileFlow(flow: FlowDocument, stopNodeId?: string): FlowPlan {
  const { plan, problems } = checkFlow(flow, stopNodeId);
  const [problem] = problems;
  if (plan !== undefined && problem === undefined) return plan;
  if (problem === undefined)
    throw new UserError('MISSING_INPUT', 'The flow is not complete: connect every required input.');
  throw new UserError(problem.code, problem.message, {
    nodeId: problem.nodeId,
    details: problem.param === undefined ? undefined : { param: problem.param },
  });
}

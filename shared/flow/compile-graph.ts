import { z } from 'zod';
import { phraseFor } from '../nodes/data-types.ts';
import type { NodeDefinition, NodeInput } from '../nodes/define-node.ts';
import { type KindFacts, NODE_KINDS } from '../nodes/kinds.ts';
import { inputsOf } from '../nodes/param-inputs.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { standInsFor } from '../nodes/stand-ins.ts';
import { inSentence, joinChoices } from '../text/format.ts';
import { t } from '../texts/t.ts';
import { referencesOf } from './answer-reference.ts';
import { createEdge } from './create-node.ts';
import { credentialProblems, type KnownCredentials } from './credential-problems.ts';
import type { FlowGraph, GraphNode } from './flow-document.ts';
import type { FlowPlan, PlannedEdge, PlannedNode } from './flow-plan.ts';
import type { FlowProblem } from './flow-problem.ts';
import { parseHandle } from './handles.ts';
import { canBeLeftOut, isDisabled } from './node-marks.ts';
import { orderNodes } from './order.ts';
import { findParamProblems } from './parse-params.ts';
import { validateEnds } from './validate-connection.ts';

export interface FlowCheck {
  /** Undefined while there are problems. */
  readonly plan: FlowPlan | undefined;
  readonly problems: readonly FlowProblem[];
  /** Disabled nodes that the plan does without. */
  readonly leftOut: readonly GraphNode[];
}

/**
 * What a plan is for: a run; a question, which needs nothing that only fills a store, to find passages or to be answered in words; or what is stored already, which is
 * there whatever is disabled: to write to it, or to open only the store with its records, or the store alone.
 */
export type PlanUse = 'run' | QuestionUse | 'storage' | PlaceUse;
export type QuestionUse = 'question' | 'answer';
export type PlaceUse = 'place' | 'store';

function isNeeded({ serves, type }: NodeInput, use: PlanUse): boolean {
  if (use === 'store') return false;
  if (use === 'place') return type === 'RecordManager';
  return serves === undefined || use === 'run' || (use === 'storage' && type === 'RecordManager');
}

/** Whether it is about what is stored already. */
function isOfStored(use: PlanUse): boolean {
  return use !== 'run' && use !== 'question' && use !== 'answer';
}

/** A flow without the wires into inputs that a use goes without. */
function withoutNeedless(flow: FlowGraph, use: PlanUse): FlowGraph {
  if (use === 'run') return flow;
  const byId = new Map(flow.nodes.map((node) => [node.id, node]));
  const edges = flow.edges.filter(({ target, targetHandle }) => {
    const name = parseHandle(targetHandle ?? '', target, 'input')?.name;
    const inputs = findNodeDefinition(byId.get(target)?.data.name ?? '')?.inputs ?? [];
    const input = inputs.find((candidate) => candidate.name === name);
    return input === undefined || isNeeded(input, use);
  });
  return { nodes: flow.nodes, edges };
}

const AnchorsSchema = z.array(z.looseObject({ name: z.string() })).catch([]);

/** Inputs of Flowise's nodes that an answer is the same without. */
const NOT_NEEDED: ReadonlySet<string> = new Set(['cache']);

/** A flow without the wires into inputs that Flowise's node has and ours goes without. */
function withoutUnread({ nodes, edges }: FlowGraph): FlowGraph {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isRead = ({ target, targetHandle }: FlowGraph['edges'][number]): boolean => {
    const node = byId.get(target);
    const definition = findNodeDefinition(node?.data.name ?? '');
    const name = parseHandle(targetHandle ?? '', target, 'input')?.name;
    if (name === undefined || !NOT_NEEDED.has(name)) return true;
    if (definition === undefined || inputsOf(definition).some((input) => input.name === name)) return true;
    return !AnchorsSchema.parse(node?.data.inputAnchors).some((anchor) => anchor.name === name);
  };
  return { nodes, edges: edges.filter(isRead) };
}

/** A disabled node that nothing can do without. */
export function disabledNode({ id, data }: GraphNode): FlowProblem {
  return {
    code: 'NODE_DISABLED',
    message: t("{node} is disabled, and the flow can't run without it: enable it.", { node: data.label }),
    nodeId: id,
  };
}

function isLeftOut(node: GraphNode, use: PlanUse): boolean {
  if (!isDisabled(node) || !canBeLeftOut(node)) return false;
  return !isOfStored(use) || findNodeDefinition(node.data.name)?.kind !== 'recordmanager';
}

/** A node that we do not have, and all that can take its place. */
export function unknownNode(node: GraphNode): FlowProblem {
  const name = node.data.label === '' ? node.data.name : node.data.label;
  const standIns = standInsFor({ name: node.data.name, category: node.data.category });
  const kind = node.data.name;
  return {
    code: 'UNKNOWN_NODE',
    message:
      standIns.length === 0
        ? t('{node} ({kind}) is not available here: replace it by another node, or remove it.', { node: name, kind })
        : t('{node} ({kind}) is not available here: replace it by {other}, or remove it.', {
            node: name,
            kind,
            other: joinChoices(standIns.map((standIn) => `${standIn.label} (${standIn.name})`)),
          }),
    nodeId: node.id,
  };
}

/** A node and everything that feeds it, however far away. */
export function pathTo(flow: FlowGraph, end: GraphNode): readonly GraphNode[] {
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

function labelsOf(nodes: readonly GraphNode[]): string {
  return nodes.map(({ data }) => data.label).join(', ');
}

/** @param disabled the nodes that are wired to the input and left out */
function missingInput(node: GraphNode, input: NodeInput, disabled: readonly GraphNode[]): FlowProblem {
  const [first, second] = disabled;
  if (first === undefined) return unconnectedInput(node, input);
  const message =
    second === undefined
      ? t('{node} gets no {needed} while {disabled} is disabled: enable it, or connect another.', {
          node: node.data.label,
          needed: phraseFor(input.type),
          disabled: first.data.label,
        })
      : t('{node} gets no {needed} while these are disabled ({disabled}): enable one of them, or connect another.', {
          node: node.data.label,
          needed: phraseFor(input.type),
          disabled: labelsOf(disabled),
        });
  return { code: 'NODE_DISABLED', message, nodeId: first.id };
}

function unconnectedInput(node: GraphNode, input: NodeInput): FlowProblem {
  return {
    code: 'MISSING_INPUT',
    message: t('{node} has no {input}: connect one to it.', {
      node: node.data.label,
      input: inSentence(t(input.label)),
    }),
    nodeId: node.id,
  };
}

interface Checked {
  /** Without what is left out. */
  readonly flow: FlowGraph;
  readonly drawn: FlowGraph;
  readonly use: PlanUse;
  readonly credentials: KnownCredentials | undefined;
}

function problemsOfInputs({ flow, drawn, use }: Checked, node: GraphNode): readonly FlowProblem[] {
  const inputs = findNodeDefinition(node.data.name)?.inputs ?? [];
  return inputs
    .filter((input) => input.optional !== true && isNeeded(input, use))
    .filter((input) => connectedTo(flow, node, input.name).length === 0)
    .map((input) => missingInput(node, input, connectedTo(drawn, node, input.name)));
}

function problemsOfNode(checked: Checked, node: GraphNode): readonly FlowProblem[] {
  if (isDisabled(node) && !isOfStored(checked.use)) return [disabledNode(node)];
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [unknownNode(node)];
  const params = findParamProblems(definition, node.data.inputs).map((problem) => ({
    code: problem.code,
    message: t('{node}: {problem}: change it in its settings.', { node: node.data.label, problem: problem.message }),
    nodeId: node.id,
    param: problem.param,
  }));
  return [
    ...problemsOfInputs(checked, node),
    ...credentialProblems(node, definition, checked.credentials),
    ...params,
    ...problemsOfReferences(checked, node, definition),
  ];
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
        message: t('{refusal} Remove the wire from {node}.', { refusal, node: source.data.label }),
        nodeId: target.id,
      },
    ];
  });
}

/** Whether the answer of a node can stand in a text. */
function givesText(node: GraphNode | undefined): boolean {
  const definition = node === undefined ? undefined : findNodeDefinition(node.data.name);
  if (definition === undefined) return false;
  const { finds, answers }: KindFacts = NODE_KINDS[definition.kind];
  return finds === true || answers === true;
}

/** What a node's texts refer to and is not there, or can't stand in a text. */
function problemsOfReferences({ flow }: Checked, node: GraphNode, definition: NodeDefinition): readonly FlowProblem[] {
  return referencesOf(definition, node.data.inputs).flatMap(({ param, written, reference }) => {
    const isKnown =
      reference.to === 'node'
        ? givesText(flow.nodes.find(({ id }) => id === reference.id))
        : reference.to !== 'nothing';
    if (isKnown) return [];
    const message = t(
      '{node} refers to {reference}, which is not there: write {question}, {history}, or {instance} with the id of a retriever or vector store.',
      {
        node: node.data.label,
        reference: written,
        question: '{{question}}',
        history: '{{chat_history}}',
        instance: '{{id.data.instance}}',
      },
    );
    return [{ code: 'INVALID_PARAM' as const, message, nodeId: node.id, param }];
  });
}

/** A flow with an edge from each node that a text of another refers to. */
function withReferences({ nodes, edges }: FlowGraph): FlowGraph {
  const referred = nodes.flatMap((node) => {
    const definition = findNodeDefinition(node.data.name);
    const references = definition === undefined ? [] : referencesOf(definition, node.data.inputs);
    return references.flatMap(({ param, reference }) =>
      reference.to === 'node' ? [createEdge(reference.id, '', node.id, `${node.id}-input-${param}-string`)] : [],
    );
  });
  return referred.length === 0 ? { nodes, edges } : { nodes, edges: [...edges, ...referred] };
}

/** A node that we have, with its definition. */
export function planned(node: GraphNode): PlannedNode[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [];
  return [{ id: node.id, label: node.data.label, definition, inputs: node.data.inputs }];
}

function plannedEdges(flow: FlowGraph, node: GraphNode): readonly PlannedEdge[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [];
  return inputsOf(definition).flatMap(({ name }) =>
    connectedTo(flow, node, name).map(({ id }) => ({ source: id, target: node.id, input: name })),
  );
}

/** A flow without the nodes that a plan does without, and without what hangs on them alone. */
function withoutLeftOut(drawn: FlowGraph, use: PlanUse): FlowGraph {
  const leftOut = new Set(drawn.nodes.filter((node) => isLeftOut(node, use)).map(({ id }) => id));
  if (leftOut.size === 0) return drawn;
  return {
    nodes: drawn.nodes.filter(({ id }) => !leftOut.has(id)),
    edges: drawn.edges.filter(({ source, target }) => !leftOut.has(source) && !leftOut.has(target)),
  };
}

/**
 * Finds all that keeps a node of a flow from doing its work, and the plan of it when nothing does: for a node of any kind. Disabled loaders, splitters and
 * record managers are left out: a document whose splitter is disabled stays whole.
 * @param graph without notes
 * @param credentials the stored ones, where they are known
 */
export function checkGraph(
  graph: FlowGraph,
  end: GraphNode,
  credentials?: KnownCredentials,
  use: PlanUse = 'run',
): FlowCheck {
  const drawn = withoutNeedless(withoutUnread(graph), use);
  const flow = withoutLeftOut(drawn, use);
  const wired = withReferences(flow);
  const path = pathTo(wired, end);
  const pathIds = new Set(path.map((node) => node.id));
  const leftOut = pathTo(drawn, end).filter((node) => isLeftOut(node, use));
  const onPath = wired.edges.filter((edge) => pathIds.has(edge.source) && pathIds.has(edge.target));
  const { cycle } = orderNodes(path, onPath);
  if (cycle[0] !== undefined) {
    const problem: FlowProblem = {
      code: 'FLOW_HAS_CYCLE',
      message: t('The wires go round in a circle: remove one of them.'),
      nodeId: cycle[0],
    };
    return { plan: undefined, problems: [problem], leftOut };
  }
  const checked: Checked = { flow, drawn, use, credentials };
  const problems = [...path.flatMap((node) => problemsOfNode(checked, node)), ...problemsOfEdges(flow, pathIds)];
  const [target] = planned(end);
  if (problems.length > 0 || target === undefined) return { plan: undefined, problems, leftOut };
  const edges = path.flatMap((node) => plannedEdges(wired, node));
  return { plan: { target, nodes: path.flatMap(planned), edges }, problems, leftOut };
}

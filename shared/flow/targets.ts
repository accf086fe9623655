import type { NodeDefinition } from '../nodes/define-node.ts';
import { type KindFacts, NODE_KINDS } from '../nodes/kinds.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { t } from '../texts/t.ts';
import { disabledNode, type PlanUse, type QuestionUse, unknownNode } from './compile-graph.ts';
import type { FlowGraph, GraphNode } from './flow-document.ts';
import type { FlowProblem } from './flow-problem.ts';
import { isDisabled } from './node-marks.ts';

function definitionOf({ data }: GraphNode): NodeDefinition | undefined {
  return findNodeDefinition(data.name);
}

function isOfQuestion(use: PlanUse): use is QuestionUse {
  return use === 'question' || use === 'answer';
}

/** Whether a node answers in words. */
export function answers(node: GraphNode): boolean {
  const definition = definitionOf(node);
  const facts: KindFacts | undefined = definition === undefined ? undefined : NODE_KINDS[definition.kind];
  return facts?.answers === true;
}

/** Whether a flow may end at a node: to fill it, or to be answered by it. A question for words may end at what only finds passages, too. */
function mayEnd(node: GraphNode, use: PlanUse): boolean {
  const definition = definitionOf(node);
  if (definition === undefined) return false;
  const { fills, finds }: KindFacts = NODE_KINDS[definition.kind];
  if (use === 'answer' && answers(node)) return true;
  return (isOfQuestion(use) ? finds : fills) === true;
}

/** Whether a node answers from a store that is filled outside of the flow. */
export function isStoreReader({ kind, inputs }: NodeDefinition): boolean {
  return NODE_KINDS[kind].drawnAs === 'BaseRetriever' && inputs.length === 0;
}

/** Of several ends that answer, those of the highest rank do: what stands behind a store is drawn to answer, and a store of the flow goes before one that it only reads. */
function rankOf(node: GraphNode): number {
  const definition = definitionOf(node);
  if (definition === undefined || isStoreReader(definition)) return 0;
  if (answers(node)) return 3;
  return definition.kind === 'vectorstore' ? 1 : 2;
}

function withoutNodesThatFeed(nodes: readonly GraphNode[], { edges }: FlowGraph): readonly GraphNode[] {
  const feeding = new Set<string>();
  const reached = new Set(nodes.map(({ id }) => id));
  for (const id of reached) {
    for (const { source, target } of edges) {
      if (target !== id || source === id) continue;
      feeding.add(source);
      reached.add(source);
    }
  }
  return nodes.filter(({ id }) => !feeding.has(id));
}

/**
 * The ends of a flow, in the order of the drawing: the vector stores that a run fills, or the nodes that answer a question and give their answer to no other
 * one. More than one: a call says by `stopNodeId` which it means. Disabled nodes are no ends.
 */
export function targetsOf(flow: FlowGraph, use: PlanUse): readonly GraphNode[] {
  const able = flow.nodes.filter((node) => mayEnd(node, use) && !isDisabled(node));
  if (!isOfQuestion(use)) return able;
  const ends = withoutNodesThatFeed(able, flow);
  const best = Math.max(...ends.map(rankOf));
  return ends.filter((node) => rankOf(node) === best);
}

/**
 * What a person asks who has chosen a vector store of a flow: the end behind it, or else the store itself. Without a choice the first of several ends; undefined
 * while there is one or none, and where the last chain answers.
 */
export function answeringEnd(
  flow: FlowGraph,
  storeId: string | undefined,
  use: QuestionUse = 'question',
): string | undefined {
  if (storeId === undefined) {
    const [first, second] = targetsOf(flow, use);
    return first === undefined || second === undefined || answers(first) ? undefined : first.id;
  }
  const reached = new Set([storeId]);
  for (const id of reached) for (const { source, target } of flow.edges) if (source === id) reached.add(target);
  const able = flow.nodes.filter((node) => reached.has(node.id) && mayEnd(node, use) && !isDisabled(node));
  return withoutNodesThatFeed(able, flow)[0]?.id ?? storeId;
}

function isUnknownStore(node: GraphNode): boolean {
  return definitionOf(node) === undefined && node.data.category === 'Vector Stores';
}

function noTarget({ nodes }: FlowGraph): FlowProblem {
  const enabled = nodes.filter((node) => !isDisabled(node));
  const unknown = enabled.find(isUnknownStore);
  if (unknown !== undefined) return unknownNode(unknown);
  const isReader = (node: GraphNode) => {
    const definition = definitionOf(node);
    return definition !== undefined && isStoreReader(definition);
  };
  const reader = enabled.find(isReader);
  if (reader !== undefined) {
    return {
      code: 'NO_VECTOR_STORE',
      message: t('The flow only reads a document store, so there is nothing to upsert: upsert the store itself.'),
      nodeId: reader.id,
    };
  }
  const disabled = nodes.find(isReader);
  if (disabled !== undefined) return disabledNode(disabled);
  return {
    code: 'NO_VECTOR_STORE',
    message: t('The flow has no vector store: add one and connect a document loader and an embedding model to it.'),
  };
}

function namedTarget({ nodes }: FlowGraph, use: PlanUse, id: string): GraphNode | FlowProblem {
  const target = nodes.find((node) => node.id === id && mayEnd(node, use));
  if (target !== undefined) return target;
  const unknown = nodes.find((node) => node.id === id && isUnknownStore(node));
  if (unknown !== undefined) return unknownNode(unknown);
  return {
    code: 'NO_VECTOR_STORE',
    message: isOfQuestion(use)
      ? t('The flow has no node with the id {id} that answers: send the id of a vector store or retriever in it.', {
          id,
        })
      : t('The flow has no vector store with the id {id}: send the id of one of its vector stores.', { id }),
  };
}

export function isProblem(found: GraphNode | FlowProblem): found is FlowProblem {
  return 'code' in found;
}

/**
 * The node that a flow is compiled for, or why there is none.
 * @param stopNodeId which of several; it may be disabled, which the check of the graph says
 */
export function findTarget(flow: FlowGraph, use: PlanUse, stopNodeId?: string): GraphNode | FlowProblem {
  if (stopNodeId !== undefined) return namedTarget(flow, use, stopNodeId);
  const [target = flow.nodes.find((node) => mayEnd(node, use)), second] = targetsOf(flow, use);
  if (target === undefined) return noTarget(flow);
  // As in Flowise: of several chains the last one drawn answers.
  if (second === undefined || answers(target)) return targetsOf(flow, use).at(-1) ?? target;
  return {
    code: 'SEVERAL_VECTOR_STORES',
    message: isOfQuestion(use)
      ? t('Several nodes of the flow answer: say which one to ask (stopNodeId).')
      : t('The flow has several vector stores: say which one to fill (stopNodeId).'),
    nodeId: second.id,
  };
}

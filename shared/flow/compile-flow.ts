import { UserError } from '../errors/errors.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { t } from '../texts/t.ts';
import { checkGraph, disabledNode, type FlowCheck, type PlanUse, unknownNode } from './compile-graph.ts';
import type { KnownCredentials } from './credential-problems.ts';
import { type FlowGraph, type GraphNode, isNote } from './flow-document.ts';
import type { FlowPlan } from './flow-plan.ts';
import type { FlowProblem } from './flow-problem.ts';
import { isDisabled } from './node-marks.ts';

function storesOf(nodes: readonly GraphNode[]): readonly GraphNode[] {
  return nodes.filter((node) => findNodeDefinition(node.data.name)?.kind === 'vectorstore');
}

function isUnknownStore({ data }: GraphNode): boolean {
  return findNodeDefinition(data.name) === undefined && data.category === 'Vector Stores';
}

function pickStore(nodes: readonly GraphNode[], stopNodeId: string | undefined): GraphNode | FlowProblem {
  const stores = storesOf(nodes);
  if (stopNodeId !== undefined) {
    const store = stores.find((node) => node.id === stopNodeId);
    if (store !== undefined) return store;
    const unknown = nodes.find((node) => node.id === stopNodeId && isUnknownStore(node));
    if (unknown !== undefined) return unknownNode(unknown);
    return {
      code: 'NO_VECTOR_STORE',
      message: t('The flow has no vector store with the id {id}: send the id of one of its vector stores.', {
        id: stopNodeId,
      }),
    };
  }
  const enabled = stores.filter((node) => !isDisabled(node));
  const [store = stores[0], second] = enabled;
  if (store === undefined)
    return noStore(
      nodes.filter((node) => !isDisabled(node)),
      nodes,
    );
  if (second !== undefined) {
    return {
      code: 'SEVERAL_VECTOR_STORES',
      message: t('The flow has several vector stores: say which one to fill (stopNodeId).'),
      nodeId: second.id,
    };
  }
  return store;
}

function noStore(enabled: readonly GraphNode[], all: readonly GraphNode[]): FlowProblem {
  const unknown = enabled.find(isUnknownStore);
  if (unknown !== undefined) return unknownNode(unknown);
  const isReader = (node: GraphNode) => findNodeDefinition(node.data.name)?.kind === 'retriever';
  const readers = enabled.filter(isReader);
  if (readers[0] !== undefined) return onlyReads(readers[0], readers.length);
  const disabled = all.find(isReader);
  if (disabled !== undefined) return disabledNode(disabled);
  return {
    code: 'NO_VECTOR_STORE',
    message: t('The flow has no vector store: add one and connect a document loader and an embedding model to it.'),
  };
}

function onlyReads(node: GraphNode, count: number): FlowProblem {
  if (count > 1) {
    return {
      code: 'SEVERAL_VECTOR_STORES',
      message: t('The flow reads several document stores: say which one to ask (stopNodeId).'),
      nodeId: node.id,
    };
  }
  return {
    code: 'NO_VECTOR_STORE',
    message: t('The flow only reads a document store, so there is nothing to upsert: upsert the store itself.'),
    nodeId: node.id,
  };
}

function isProblem(value: GraphNode | FlowProblem): value is FlowProblem {
  return 'code' in value;
}

/**
 * Finds all that keeps a flow from being upserted, and its plan when nothing does. The canvas calls it as you draw; the server before it runs.
 * @param credentials the stored ones, where they are known: the server looks them up itself when it fills them in
 */
export function checkFlow(
  document: FlowGraph,
  stopNodeId?: string,
  credentials?: KnownCredentials,
  use?: PlanUse,
): FlowCheck {
  const flow = { ...document, nodes: document.nodes.filter((node) => !isNote(node)) };
  const store = pickStore(flow.nodes, stopNodeId);
  return isProblem(store)
    ? { plan: undefined, problems: [store], leftOut: [] }
    : checkGraph(flow, store, credentials, use);
}

/**
 * Turns a flow into its plan.
 * @throws UserError (422) for the first problem, naming the node.
 */
export function compileFlow(flow: FlowGraph, stopNodeId?: string, use?: PlanUse): FlowPlan {
  const { plan, problems } = checkFlow(flow, stopNodeId, undefined, use);
  const [problem] = problems;
  if (plan !== undefined && problem === undefined) return plan;
  if (problem === undefined)
    throw new UserError('MISSING_INPUT', 'The flow is not complete: connect every required input.');
  throw new UserError(problem.code, problem.message, {
    nodeId: problem.nodeId,
    details: problem.param === undefined ? undefined : { param: problem.param },
  });
}

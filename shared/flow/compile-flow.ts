import { UserError } from '../errors/errors.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { checkGraph, type FlowCheck, unknownNode } from './compile-graph.ts';
import type { KnownCredentials } from './credential-problems.ts';
import { type FlowGraph, type GraphNode, isNote } from './flow-document.ts';
import type { FlowPlan } from './flow-plan.ts';
import type { FlowProblem } from './flow-problem.ts';

function storesOf(nodes: readonly GraphNode[]): readonly GraphNode[] {
  return nodes.filter((node) => findNodeDefinition(node.data.name)?.kind === 'vectorstore');
}

function pickStore(nodes: readonly GraphNode[], stopNodeId: string | undefined): GraphNode | FlowProblem {
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

function onlyReads(node: GraphNode, count: number): FlowProblem {
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

function isProblem(value: GraphNode | FlowProblem): value is FlowProblem {
  return 'code' in value;
}

/**
 * Finds all that keeps a flow from being upserted, and its plan when nothing does. The canvas calls it as you draw; the server before it runs.
 * @param credentials the stored ones, where they are known: the server looks them up itself when it fills them in
 */
export function checkFlow(document: FlowGraph, stopNodeId?: string, credentials?: KnownCredentials): FlowCheck {
  const flow = { ...document, nodes: document.nodes.filter((node) => !isNote(node)) };
  const store = pickStore(flow.nodes, stopNodeId);
  return isProblem(store) ? { plan: undefined, problems: [store] } : checkGraph(flow, store, credentials);
}

/**
 * Turns a flow into its plan.
 * @throws UserError (422) for the first problem, naming the node.
 */
export function compileFlow(flow: FlowGraph, stopNodeId?: string): FlowPlan {
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

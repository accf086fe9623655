import { UserError } from '../errors/errors.ts';
import { checkGraph, type FlowCheck, type PlanUse } from './compile-graph.ts';
import type { KnownCredentials } from './credential-problems.ts';
import { type FlowGraph, isNote } from './flow-document.ts';
import type { FlowPlan } from './flow-plan.ts';
import { findTarget, isProblem } from './targets.ts';

/**
 * Finds all that keeps a flow from doing its work, and its plan when nothing does. The canvas calls it as you draw; the server before it runs.
 * @param stopNodeId which of several ends
 * @param credentials the stored ones, where they are known: the server looks them up itself when it fills them in
 */
export function checkFlow(
  document: FlowGraph,
  stopNodeId?: string,
  credentials?: KnownCredentials,
  use: PlanUse = 'run',
): FlowCheck {
  const flow = { ...document, nodes: document.nodes.filter((node) => !isNote(node)) };
  const target = findTarget(flow, use, stopNodeId);
  return isProblem(target)
    ? { plan: undefined, problems: [target], leftOut: [] }
    : checkGraph(flow, target, credentials, use);
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

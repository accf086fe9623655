import type { z } from 'zod';
import { UserError } from '../errors/errors.ts';
import type { NodeDefinition, ParamsOf } from '../nodes/define-node.ts';
import { paramInfo } from '../nodes/params.ts';
import { refersToVariable } from './variable-reference.ts';

export interface ParamProblem {
  readonly param: string;
  /** "Chunk size must be a number". */
  readonly message: string;
}

function titleOf(definition: NodeDefinition, param: string): string {
  const schema = definition.params.shape[param];
  return schema === undefined ? param : paramInfo(schema).title;
}

function problemOf(definition: NodeDefinition, issue: z.core.$ZodIssue): ParamProblem {
  const param = String(issue.path[0] ?? '');
  return {
    param,
    message: `${titleOf(definition, param)} ${issue.message.replace(/^Too (small|big): expected \w+ to be/, 'must be')}`,
  };
}

/**
 * What is wrong with a node's values, in the order of the form; empty when they are fine. For the form and the flow check. A value that refers to
 * a variable is judged when it runs, once it is known.
 */
export function findParamProblems(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
): ParamProblem[] {
  const parsed = definition.params.safeParse(inputs);
  if (parsed.success) return [];
  const known = parsed.error.issues.filter((issue) => !refersToVariable(inputs[String(issue.path[0])]));
  return known.map((issue) => problemOf(definition, issue));
}

/**
 * Typed params from the values of a saved flow.
 * @throws UserError INVALID_PARAM (422) naming node and param.
 */
export function parseParams<D extends NodeDefinition>(
  definition: D,
  inputs: Readonly<Record<string, unknown>>,
  where: { readonly nodeId: string; readonly label: string },
): ParamsOf<D>;
export function parseParams(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
  where: { readonly nodeId: string; readonly label: string },
): unknown {
  const parsed = definition.params.safeParse(inputs);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const problem = issue === undefined ? { param: '', message: 'is not valid' } : problemOf(definition, issue);
  throw new UserError('INVALID_PARAM', `${where.label}: ${problem.message}: change it in the node's settings.`, {
    nodeId: where.nodeId,
    details: { param: problem.param },
  });
}

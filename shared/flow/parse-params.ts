import type { z } from 'zod';
import { faultOf } from '../errors/describe-fault.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { UserError } from '../errors/errors.ts';
import { toOwnParams } from '../nodes/aliases.ts';
import type { NodeDefinition, ParamsOf } from '../nodes/define-node.ts';
import { shownParam } from '../nodes/shown-param.ts';
import { t } from '../texts/t.ts';
import { refersToVariable } from './variable-reference.ts';

export interface ParamProblem {
  readonly code: ErrorCode;
  readonly param: string;
  /** "Chunk size must be a number". */
  readonly message: string;
}

function titleOf(definition: NodeDefinition, param: string): string {
  const schema = definition.params.shape[param];
  return schema === undefined ? param : shownParam(schema).title;
}

/** What a rule over several values says of itself; any other value is simply wrong. */
function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  const code: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
  return code === 'ADDRESS_REFUSED' ? code : 'INVALID_PARAM';
}

function problemOf(definition: NodeDefinition, issue: z.core.$ZodIssue): ParamProblem {
  const param = String(issue.path[0] ?? '');
  return {
    code: codeOf(issue),
    param,
    message: t('{title} {problem}', { title: titleOf(definition, param), problem: faultOf(issue) }),
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
  // The first of a param is enough to know what to do: an empty text breaks every rule of it.
  const byParam = new Map(known.toReversed().map((issue) => [String(issue.path[0] ?? ''), issue]));
  return known
    .filter((issue) => byParam.get(String(issue.path[0] ?? '')) === issue)
    .map((issue) => problemOf(definition, issue));
}

/**
 * Typed params from the values of a saved flow; of an alias those of the node that does its work.
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
  if (parsed.success) return toOwnParams(definition, parsed.data);
  const issue = parsed.error.issues[0];
  const problem =
    issue === undefined
      ? { code: 'INVALID_PARAM' as const, param: '', message: t('is not valid') }
      : problemOf(definition, issue);
  throw new UserError(
    problem.code,
    t('{node}: {problem}: change it in its settings.', { node: where.label, problem: problem.message }),
    {
      nodeId: where.nodeId,
      details: { param: problem.param },
    },
  );
}

import { refersToVariable, VARIABLE_REFERENCE } from '../../../../shared/flow/variable-reference.ts';
import { mapTexts } from '../../../../shared/json/map-texts.ts';
import { jsonOrAsItIs } from '../../../../shared/json/parse-json.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';

/** What `{{$vars.name}}` and `{{$flow.name}}` stand for. */
export interface VariableScope {
  /** Undefined: there is none of that name, or it has no value. */
  readonly variable: (name: string) => string | undefined;
  readonly flow: Readonly<Record<string, string | undefined>>;
}

export interface UnknownVariable {
  readonly param: string;
  /** As it is written: `$vars.team`. */
  readonly variable: string;
}

export interface ResolvedInputs {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The first variable without a value; its text is left as it is. */
  readonly unknown: UnknownVariable | undefined;
}

function mayRefer(value: unknown): boolean {
  return refersToVariable(value) || (typeof value === 'object' && value !== null);
}

function lookUp(scope: VariableScope, space: string, name: string): string | undefined {
  if (space === 'vars') return scope.variable(name);
  return Object.hasOwn(scope.flow, name) ? scope.flow[name] : undefined;
}

/** Replaces references in all texts of a value. Values that come in are not searched again. */
function replaceIn(value: unknown, scope: VariableScope, onUnknown: (variable: string) => void): unknown {
  return mapTexts(value, (text) =>
    text.replaceAll(VARIABLE_REFERENCE, (reference, space: string, name: string) => {
      const found = lookUp(scope, space, name);
      if (found === undefined) onUnknown(`$${space}.${name}`);
      return found ?? reference;
    }),
  );
}

/**
 * Puts the values of variables into what a node's inputs say: every param but files, whatever its kind, since a saved flow may hold any of them as
 * text. Inputs that are no params stay as they are.
 */
export function resolveVariables(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
  scope: VariableScope,
): ResolvedInputs {
  let unknown: UnknownVariable | undefined;
  const resolved: Record<string, unknown> = { ...inputs };
  for (const [param, schema] of Object.entries(definition.params.shape)) {
    const saved = inputs[param];
    const { kind } = paramInfo(schema);
    if (kind === 'file' || !mayRefer(saved)) continue;
    // JSON is parsed first, so that a value with a quote in it can't break it; text that is JSON only once values are in stays text.
    resolved[param] = replaceIn(kind === 'json' ? jsonOrAsItIs(saved) : saved, scope, (variable) => {
      unknown ??= { param, variable };
    });
  }
  return { inputs: resolved, unknown };
}

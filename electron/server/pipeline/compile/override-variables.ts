import { z } from 'zod';
import type { OverrideConfig } from '../../../../shared/api/vector.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { OverrideSwitches } from '../../../../shared/flow/api-config.ts';
import { jsonOrAsItIs } from '../../../../shared/json/parse-json.ts';

const ValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

export interface VariableOverrides {
  /** What the call sets, as far as it may. */
  readonly values: ReadonlyMap<string, string>;
  /** The overrides of the call without its variables. */
  readonly rest: OverrideConfig;
  /** `vars.name` for each that has no effect. */
  readonly ignored: readonly string[];
}

function parseValues(given: unknown): z.output<typeof ValuesSchema> {
  // A form carries it as text.
  const parsed = ValuesSchema.safeParse(jsonOrAsItIs(given));
  if (parsed.success) return parsed.data;
  throw new UserError(
    'INVALID_OVERRIDE',
    'overrideConfig.vars must be an object of texts, numbers and booleans by the name of a variable.',
    {
      details: { path: 'overrideConfig.vars' },
    },
  );
}

/**
 * Takes `vars` out of a call's overrides: values of variables for this call, as far as the chatflow enables them.
 * @param switches undefined: none is
 * @throws UserError INVALID_OVERRIDE when `vars` is not what it should be
 */
export function takeVariableOverrides(
  switches: OverrideSwitches | undefined,
  overrides: OverrideConfig,
): VariableOverrides {
  const { vars, ...rest } = overrides;
  if (vars === undefined) return { values: new Map(), rest, ignored: [] };
  const variables = switches?.variables ?? [];
  const enabled = new Set(variables.filter((variable) => variable.enabled).map(({ name }) => name));
  const entries = Object.entries(parseValues(vars));
  return {
    values: new Map(entries.filter(([name]) => enabled.has(name))),
    rest,
    ignored: entries.filter(([name]) => !enabled.has(name)).map(([name]) => `vars.${name}`),
  };
}

import { z } from 'zod';
import type { OverrideConfig } from '../../../../shared/api/vector.ts';
import { UserError } from '../../../../shared/errors/errors.ts';

/** The part of `apiConfig` that says which variables a call may set. */
const SwitchesSchema = z.looseObject({
  overrideConfig: z
    .looseObject({
      status: z.boolean().default(false),
      variables: z.array(z.looseObject({ name: z.string(), enabled: z.boolean().default(false) })).default([]),
    })
    .optional(),
});

const ValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

export interface VariableOverrides {
  /** What the call sets, as far as it may. */
  readonly values: ReadonlyMap<string, string>;
  /** The overrides of the call without its variables. */
  readonly rest: OverrideConfig;
  /** `vars.name` for each that has no effect. */
  readonly ignored: readonly string[];
}

function enabledNames(apiConfig: string | null): ReadonlySet<string> {
  if (apiConfig === null || apiConfig.trim() === '') return new Set();
  const parsed = SwitchesSchema.safeParse(JSON.parse(apiConfig));
  const config = parsed.success ? parsed.data.overrideConfig : undefined;
  if (config?.status !== true) return new Set();
  return new Set(config.variables.filter(({ enabled }) => enabled).map(({ name }) => name));
}

function parseValues(given: unknown): z.output<typeof ValuesSchema> {
  let value = given;
  try {
    // A form carries it as text.
    if (typeof given === 'string') value = JSON.parse(given);
  } catch {
    // Not JSON: refused below, as anything that is no object.
  }
  const parsed = ValuesSchema.safeParse(value);
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
 * Takes `vars` out of a call's overrides: values of variables for this call, as far as `apiConfig.overrideConfig.variables` enables them.
 * @param apiConfig of the chatflow, as text that is JSON
 * @throws UserError INVALID_OVERRIDE when `vars` is not what it should be
 */
export function takeVariableOverrides(apiConfig: string | null, overrides: OverrideConfig): VariableOverrides {
  const { vars, ...rest } = overrides;
  if (vars === undefined) return { values: new Map(), rest, ignored: [] };
  const enabled = enabledNames(apiConfig);
  const entries = Object.entries(parseValues(vars));
  return {
    values: new Map(entries.filter(([name]) => enabled.has(name))),
    rest,
    ignored: entries.filter(([name]) => !enabled.has(name)).map(([name]) => `vars.${name}`),
  };
}

import { z } from 'zod';
import { UserError } from '../errors/errors.ts';
import { t } from '../texts/t.ts';

const SwitchSchema = z.looseObject({ name: z.string(), enabled: z.boolean().default(false) });

/** `overrideConfig` of a chatflow's `apiConfig`: what calls may override. What it says beside that is kept. */
export const OverrideSwitchesSchema = z.looseObject({
  status: z.boolean().default(false),
  /** By label or id of the node. */
  nodes: z.record(z.string(), z.array(SwitchSchema)).default({}),
  /** Variables that a call may set. Flowise saves whatever it has here: what is no list switches none on. */
  variables: z.array(SwitchSchema).optional().catch(undefined),
});
export type OverrideSwitches = z.output<typeof OverrideSwitchesSchema>;

/** Numbers may be texts: Flowise's form saves them so. */
const RateLimitSchema = z.discriminatedUnion('status', [
  z.looseObject({
    status: z.literal(true),
    limitMax: z.coerce.number().int().positive(),
    limitDuration: z.coerce.number().positive(),
    limitMsg: z.string().nullish(),
  }),
  z.looseObject({ status: z.literal(false).optional() }),
]);

export interface RateLimit {
  /** Calls that one client may make in one window. */
  readonly max: number;
  /** Length of a window. */
  readonly seconds: number;
  /** What refused callers are told; undefined for a sentence of ours. */
  readonly message: string | undefined;
}

/** A part of `apiConfig` by its schema; undefined for a text without it. */
function readPart<Part>(apiConfig: string | null, schema: z.ZodType<Part>, message: string): Part | undefined {
  if (apiConfig === null || apiConfig.trim() === '') return undefined;
  try {
    return schema.parse(JSON.parse(apiConfig));
  } catch (cause) {
    throw new UserError('INVALID_INPUT', message, { cause });
  }
}

/** Not of Flowise, which keeps what it does not know. */
const TokenLimitPartSchema = z.looseObject({
  tokenLimit: z
    .discriminatedUnion('status', [
      z.looseObject({ status: z.literal(true), tokensPerDay: z.coerce.number().int().positive() }),
      z.looseObject({ status: z.literal(false).optional() }),
    ])
    .nullish(),
});
const OverridesPartSchema = z.looseObject({ overrideConfig: OverrideSwitchesSchema.optional() });
const RateLimitPartSchema = z.looseObject({ rateLimit: RateLimitSchema.nullish() });

/**
 * What calls may override; undefined when that is switched off.
 * @throws UserError INVALID_INPUT
 */
export function readOverrideSwitches(apiConfig: string | null): OverrideSwitches | undefined {
  const message = t('apiConfig of the chatflow is not as it should be: save its override switches again.');
  const switches = readPart(apiConfig, OverridesPartSchema, message)?.overrideConfig;
  return switches?.status === true ? switches : undefined;
}

/**
 * How often a client may call; undefined when there is no limit, or it is switched off.
 * @throws UserError INVALID_INPUT when it is switched on without usable numbers, or the text is not JSON
 */
export function readRateLimit(apiConfig: string | null): RateLimit | undefined {
  const message = t(
    'rateLimit in apiConfig of the chatflow is not as it should be: give limitMax (calls) and limitDuration (seconds) as numbers above 0.',
  );
  const limit = readPart(apiConfig, RateLimitPartSchema, message)?.rateLimit;
  if (limit?.status !== true) return undefined;
  const { limitMax, limitDuration, limitMsg } = limit;
  return { max: limitMax, seconds: limitDuration, message: limitMsg?.trim() || undefined };
}

/**
 * How many tokens the answers of a flow may use in a day; undefined when there is no limit, or it is switched off.
 * @throws UserError INVALID_INPUT when it is switched on without a usable number, or the text is not JSON
 */
export function readTokenLimit(apiConfig: string | null): number | undefined {
  const message = t(
    'tokenLimit in apiConfig of the chatflow is not as it should be: give tokensPerDay as a number above 0.',
  );
  const limit = readPart(apiConfig, TokenLimitPartSchema, message)?.tokenLimit;
  return limit?.status === true ? limit.tokensPerDay : undefined;
}

import { z } from 'zod';
import { jsonOrAsItIs } from '../json/parse-json.ts';
import { t } from '../texts/t.ts';
import type { TextRule } from './text-rules.ts';
import { isBlank, isUnset } from './unset.ts';

/** How a param is edited; the page has one field component per kind. */
export type ParamKind = 'text' | 'multiline' | 'number' | 'boolean' | 'choice' | 'json' | 'file' | 'secret';

export interface ParamChoice {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

/** What a param's schema can't express: how to display it, and whether a call may override it. */
export interface ParamInfo {
  readonly kind: ParamKind;
  readonly title: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** Shown under "More settings". */
  readonly advanced?: boolean;
  /** Shown only while another param has one of these values; its value counts in any case. */
  readonly when?: { readonly param: string; readonly values: readonly string[] };
  /** For a secret: whether it is a name that belongs to a key (a user name), which is shown while it is typed. */
  readonly isName?: boolean;
  /** False: no call can override it, whatever the flow allows (secrets). */
  readonly overridable: boolean;
  /** For a setting of Flowise that has no effect here: `help` says why. Shown only while it is set. */
  readonly noEffect?: true;
  /** Must have a value before the flow can run. */
  readonly required: boolean;
  /** For a secret: required while the named param has no value. */
  readonly requiredWithout?: string;
  /** For a secret: required while the named param has a value. */
  readonly requiredWith?: string;
  /** The value of an unset param, for the form. */
  readonly default?: unknown;
  readonly choices?: readonly ParamChoice[];
  /** A `choice` that also accepts other text. */
  readonly freeText?: boolean;
  /** A `choice` of models whose service can list those that it has. */
  readonly isListed?: true;
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  /** File extensions with the dot, lower case. */
  readonly accept?: readonly string[];
  /** A text that is a path on the server's machine: what lies there. */
  readonly pathOf?: 'folder' | 'file';
  /** A text, or JSON whose texts, may refer to the question, the history of the chat, and other nodes (Flowise's `acceptVariable`). */
  readonly refers?: true;
}

const infos = z.registry<ParamInfo>();

/** Sets how a param is displayed. Throws if the schema was not made by a function of this file. */
export function paramInfo(schema: z.core.$ZodType): ParamInfo {
  const info = infos.get(schema);
  if (info === undefined) throw new Error('A param without ParamInfo: make it with a function of params.ts');
  return info;
}

interface Shown {
  title: string;
  help?: string;
  placeholder?: string;
  advanced?: boolean;
  when?: { readonly param: string; readonly values: readonly string[] };
}

function describe<S extends z.core.$ZodType>(schema: S, info: ParamInfo): S {
  infos.add(schema, info);
  return schema;
}

/** A number. Numeric text is accepted (exported flows store numbers as text), other text is rejected. */
export function numberParam(
  shown: Shown & {
    default: number;
    min: number;
    max: number;
    integer?: boolean;
    unit?: string;
    overridable?: boolean;
  },
) {
  const { default: fallback, min, max, integer = true, ...rest } = shown;
  const range = numberWithin(min, max);
  const schema = z.preprocess(
    (value) => {
      if (isUnset(value)) return fallback;
      return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    },
    integer ? range.int(t('must be a whole number')) : range,
  );
  return describe(schema, { kind: 'number', overridable: true, required: false, default: fallback, min, max, ...rest });
}

/** Each fault with its own words: the error of a number alone would be said of one that is too small, too. */
function numberWithin(min: number, max: number) {
  return z
    .number({ error: t('must be a number') })
    .min(min, t('must be at least {least, number}', { least: min }))
    .max(max, t('must be at most {most, number}', { most: max }));
}

/** A number that may be unset (undefined). */
export function optionalNumberParam(shown: Shown & { min: number; max: number; integer?: boolean; unit?: string }) {
  const { min, max, integer = true, ...rest } = shown;
  const range = numberWithin(min, max);
  const schema = z.preprocess((value) => {
    if (isUnset(value)) return undefined;
    return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  }, (integer ? range.int(t('must be a whole number')) : range).optional());
  return describe(schema, { kind: 'number', overridable: true, required: false, min, max, ...rest });
}

/** Text, `overridable` by calls by default; unset means `default`. With `required`, unset is an error. */
export function textParam(
  shown: Shown & {
    default?: string;
    required?: boolean;
    multiline?: boolean;
    overridable?: boolean;
    pattern?: RegExp;
    patternHelp?: string;
    /** A rule that no pattern can express; blank text is rejected. */
    rule?: TextRule;
    /** Says what is wrong with a text, behind the title of the field, or nothing. */
    check?: (text: string) => string | undefined;
    pathOf?: 'folder' | 'file';
    refers?: true;
  },
) {
  const {
    default: fallback = '',
    required = false,
    multiline = false,
    overridable = true,
    pattern,
    patternHelp,
    rule,
    check,
    ...rest
  } = shown;
  let text = z.string({ error: t('must be text') });
  if (required) text = text.refine((value) => value.trim() !== '', { message: t('is required'), abort: true });
  if (pattern !== undefined)
    text = text.regex(pattern, patternHelp ?? t('must match {pattern}', { pattern: pattern.source }));
  if (rule !== undefined) text = text.refine((value) => value === '' || rule.fits(value), rule.help);
  if (check !== undefined)
    text = text.superRefine((value, context) => {
      const fault = check(value);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    });
  const isNothing = rule === undefined ? isUnset : isBlank;
  const schema = z.preprocess((value) => (isNothing(value) ? fallback : value), text);
  return describe(schema, {
    kind: multiline ? 'multiline' : 'text',
    overridable,
    required,
    default: fallback,
    ...rest,
  });
}

/**
 * A password or key, or a name that belongs to one: a field of the node's credential, so the flow holds only the credential's id. Never shown again,
 * never overridable. Whether a required one exists is checked when the credential is opened.
 */
export function secretParam(
  shown: Shown & {
    required?: boolean;
    requiredWithout?: string;
    requiredWith?: string;
    isName?: boolean;
    rule?: TextRule;
  },
) {
  const { rule, ...rest } = shown;
  const text = z.string({ error: t('must be text') });
  const schema = z.preprocess(
    (value) => (isBlank(value) ? '' : value),
    rule === undefined ? text : text.refine((value) => value === '' || rule.fits(value), rule.help),
  );
  return describe(schema, { kind: 'secret', overridable: false, required: false, default: '', ...rest });
}

/** Yes or no, `overridable` by calls by default; the texts "true" and "false" are accepted (form fields contain text). */
export function booleanParam(shown: Shown & { default: boolean; overridable?: boolean }) {
  const { default: fallback, overridable = true, ...rest } = shown;
  const schema = z.preprocess(
    (value) => {
      if (isUnset(value)) return fallback;
      // Forms contain text; Python's forms write True and False.
      if (value === 'true' || value === 'True') return true;
      if (value === 'false' || value === 'False') return false;
      return value;
    },
    z.boolean({ error: t('must be true or false') }),
  );
  return describe(schema, { kind: 'boolean', overridable, required: false, default: fallback, ...rest });
}

/** One of a fixed list. */
export function choiceParam<const V extends string>(
  shown: Shown & { default: V; choices: readonly { value: V; label: string; help?: string }[] },
) {
  const { default: fallback, choices, ...rest } = shown;
  const values = choices.map((choice) => choice.value);
  const schema = z.preprocess(
    (value) => (isUnset(value) ? fallback : value),
    z.enum(values, { error: t('must be one of {values}', { values: values.join(', ') }) }),
  );
  return describe(schema, { kind: 'choice', overridable: true, required: false, default: fallback, choices, ...rest });
}

/** One of a list, or any other text (a model id, for example). */
export function openChoiceParam(
  shown: Shown & {
    default: string;
    choices: readonly ParamChoice[];
    pattern?: RegExp;
    patternHelp?: string;
    isListed?: true;
  },
) {
  const { default: fallback, choices, pattern, patternHelp, ...rest } = shown;
  const text = z
    .string({ error: t('must be text') })
    .trim()
    .min(1, { message: t('is required'), abort: true });
  const schema = z.preprocess(
    (value) => (isUnset(value) ? fallback : value),
    pattern === undefined
      ? text
      : text.regex(pattern, patternHelp ?? t('must match {pattern}', { pattern: pattern.source })),
  );
  return describe(schema, {
    kind: 'choice',
    freeText: true,
    overridable: true,
    required: false,
    default: fallback,
    choices,
    ...rest,
  });
}

function parseJsonText(value: unknown): unknown {
  return isUnset(value) ? undefined : jsonOrAsItIs(value);
}

/**
 * A JSON object, given as an object or as its text, `overridable` by calls by default. Unset means {}. With `shape`, it must match that; otherwise
 * the error is `shapeHelp`.
 */
export function jsonObjectParam(
  shown: Shown & { overridable?: boolean; shape?: z.ZodObject; shapeHelp?: string; refers?: true },
) {
  const { shape, shapeHelp = t('must have other keys'), ...rest } = shown;
  const object = z.record(z.string(), z.json(), { error: t('must be a JSON object, for example {"team": "sales"}') });
  const schema = z.preprocess(
    (value) => parseJsonText(value) ?? {},
    shape === undefined ? object : object.refine((value) => shape.safeParse(value).success, shapeHelp),
  );
  return describe(schema, { kind: 'json', overridable: true, required: false, default: {}, ...rest });
}

/** A JSON list of texts, given as a list or as its text. Unset means undefined. */
export function jsonTextListParam(shown: Shown) {
  const schema = z.preprocess(
    parseJsonText,
    z.array(z.string(), { error: t('must be a JSON list of texts, for example ["\\n\\n", "\\n"]') }).optional(),
  );
  return describe(schema, { kind: 'json', overridable: true, required: false, ...shown });
}

/** A JSON list of objects, given as a list or as its text. Unset means `default`. @param shown.itemHelp the error of a value that is none */
export function jsonListParam<Item extends z.ZodType>(
  shown: Shown & { item: Item; itemHelp: string; default: readonly z.output<Item>[] },
) {
  const { item, itemHelp, ...rest } = shown;
  const list = z.array(item);
  const schema = z.preprocess(
    (value) => parseJsonText(value) ?? rest.default,
    z.custom<z.output<typeof list>>((value) => list.safeParse(value).success, itemHelp),
  );
  return describe(schema, { kind: 'json', overridable: true, required: false, ...rest });
}

/**
 * Files of a loader: names and contents that the flow itself stores, in Flowise's format (a data URL with a `,filename:` suffix, a JSON list of
 * those, or `FILE-STORAGE::["name"]`). Uploads of a call replace them.
 */
export function fileParam(shown: Shown & { accept: readonly string[] }) {
  const schema = z.preprocess(
    (value) => (isUnset(value) ? '' : value),
    z.string({ error: t('must be a stored file') }),
  );
  return describe(schema, { kind: 'file', overridable: true, required: false, default: '', ...shown });
}

/** A setting of Flowise's node that has no effect here. @param shown.help why */
export function noEffectParam(shown: {
  readonly title: string;
  readonly help: string;
  readonly kind: 'boolean' | 'text';
}) {
  const schema = z.preprocess(() => undefined, z.unknown().optional());
  return describe(schema, { overridable: false, required: false, advanced: true, noEffect: true, ...shown });
}

/** Whether the value of a {@link noEffectParam} asks for something. */
export function isAskedFor(value: unknown): boolean {
  return !isUnset(value) && value !== false && value !== 'false';
}

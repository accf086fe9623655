import { UserError } from '../../errors/errors.ts';
import { t } from '../../texts/t.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema as it is read, and whether its value may be missing. */
interface Part {
  readonly schema: JsonSchema;
  readonly isOptional: boolean;
}

type Argument =
  | { readonly is: 'schema'; readonly part: Part }
  | { readonly is: 'value'; readonly value: string | number | boolean | null }
  | { readonly is: 'list'; readonly items: readonly Argument[] }
  | { readonly is: 'fields'; readonly fields: readonly (readonly [name: string, Argument])[] };
type Arguments = readonly Argument[];

const MAX_LENGTH = 20_000;
const MAX_DEPTH = 40;

function refuse(message: string): never {
  throw new UserError('INVALID_PARAM', message);
}

function wrongArgument(): never {
  return refuse(t('has an argument that is not read here'));
}

function partOf(argument: Argument | undefined): Part {
  return argument?.is === 'schema' ? argument.part : wrongArgument();
}

/** What a value, or a list or object of values, stands for. */
function jsonOf(argument: Argument | undefined): unknown {
  if (argument?.is === 'value') return argument.value;
  if (argument?.is === 'list') return argument.items.map(jsonOf);
  if (argument?.is === 'fields')
    return Object.fromEntries(argument.fields.map(([name, value]) => [name, jsonOf(value)]));
  return wrongArgument();
}

function numberOf(argument: Argument | undefined): number {
  const value = jsonOf(argument);
  return typeof value === 'number' ? value : wrongArgument();
}

function itemsOf(argument: Argument | undefined): Arguments {
  return argument?.is === 'list' ? argument.items : wrongArgument();
}

const required = (schema: JsonSchema): Part => ({ schema, isOptional: false });
const anyOf = (...schemas: readonly JsonSchema[]): JsonSchema => ({ anyOf: schemas });
const orNull = ({ schema, isOptional }: Part): Part => ({ schema: anyOf(schema, { type: 'null' }), isOptional });

function objectOf(argument: Argument | undefined): Part {
  if (argument?.is !== 'fields') return wrongArgument();
  const parts = argument.fields.map(([name, value]) => [name, partOf(value)] as const);
  return required({
    type: 'object',
    properties: Object.fromEntries(parts.map(([name, { schema }]) => [name, schema])),
    required: parts.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
  });
}

/** What `z.name(…)` makes. */
const MAKERS: Readonly<Record<string, (args: Arguments) => Part>> = {
  string: () => required({ type: 'string' }),
  number: () => required({ type: 'number' }),
  int: () => required({ type: 'integer' }),
  boolean: () => required({ type: 'boolean' }),
  null: () => required({ type: 'null' }),
  any: () => required({}),
  unknown: () => required({}),
  literal: ([value]) => required({ const: jsonOf(value) }),
  enum: ([values]) => required({ type: 'string', enum: itemsOf(values).map(jsonOf) }),
  array: ([item]) => required({ type: 'array', items: partOf(item).schema }),
  object: ([fields]) => objectOf(fields),
  record: (args) => required({ type: 'object', additionalProperties: partOf(args.at(-1)).schema }),
  union: ([options]) => required(anyOf(...itemsOf(options).map((option) => partOf(option).schema))),
  optional: ([part]) => ({ ...partOf(part), isOptional: true }),
  nullable: ([part]) => orNull(partOf(part)),
};

/** The words for the least and the most of what has a type. */
const LIMITS: Readonly<Record<string, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
};

function having(part: Part, more: JsonSchema): Part {
  return { ...part, schema: { ...part.schema, ...more } };
}

function limited(part: Part, end: 0 | 1, limit: number): Part {
  const words = LIMITS[String(part.schema.type)];
  return words === undefined ? wrongArgument() : having(part, { [words[end]]: limit });
}

const same = (part: Part): Part => part;
const withFormat = (format: string) => (part: Part) => having(part, { format });

/** What `.name(…)` makes of the schema before it. */
const METHODS: Readonly<Record<string, (part: Part, args: Arguments) => Part>> = {
  optional: (part) => ({ ...part, isOptional: true }),
  nullable: orNull,
  nullish: (part) => ({ ...orNull(part), isOptional: true }),
  default: (part, [value]) => ({ ...having(part, { default: jsonOf(value) }), isOptional: true }),
  describe: (part, [text]) => having(part, { description: String(jsonOf(text)) }),
  array: ({ schema }) => required({ type: 'array', items: schema }),
  or: ({ schema }, [other]) => required(anyOf(schema, partOf(other).schema)),
  partial: (part) => having(part, { required: [] }),
  min: (part, [limit]) => limited(part, 0, numberOf(limit)),
  max: (part, [limit]) => limited(part, 1, numberOf(limit)),
  gte: (part, [limit]) => limited(part, 0, numberOf(limit)),
  lte: (part, [limit]) => limited(part, 1, numberOf(limit)),
  gt: (part, [limit]) => having(part, { exclusiveMinimum: numberOf(limit) }),
  lt: (part, [limit]) => having(part, { exclusiveMaximum: numberOf(limit) }),
  length: (part, [size]) => limited(limited(part, 0, numberOf(size)), 1, numberOf(size)),
  nonempty: (part) => limited(part, 0, 1),
  int: (part) => having(part, { type: 'integer' }),
  positive: (part) => having(part, { exclusiveMinimum: 0 }),
  negative: (part) => having(part, { exclusiveMaximum: 0 }),
  nonnegative: (part) => limited(part, 0, 0),
  nonpositive: (part) => limited(part, 1, 0),
  multipleOf: (part, [step]) => having(part, { multipleOf: numberOf(step) }),
  email: withFormat('email'),
  url: withFormat('uri'),
  uuid: withFormat('uuid'),
  datetime: withFormat('date-time'),
  date: withFormat('date'),
  ...{ strict: same, strip: same, trim: same, finite: same, safe: same },
};

/** Space and comments; a text; a number; a name; anything else, a character. */
const TOKEN =
  /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)|(-?\d+(?:\.\d+)?)|([A-Za-z_$][\w$]*)|([\s\S])/gy;
type Token = { readonly is: 'text' | 'number' | 'name' | 'sign'; readonly text: string };

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function tokensOf(source: string): Token[] {
  return Array.from(source.matchAll(TOKEN)).flatMap(([, text, number, name, sign]): Token[] => {
    if (text !== undefined) {
      const said = text.slice(1, -1).replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
      return [{ is: 'text', text: said }];
    }
    if (number !== undefined) return [{ is: 'number', text: number }];
    if (name !== undefined) return [{ is: 'name', text: name }];
    return sign === undefined ? [] : [{ is: 'sign', text: sign }];
  });
}

const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** A place in the tokens of a source, which goes on as they are read. */
function createCursor(tokens: readonly Token[]) {
  let at = 0;
  const isNext = (sign: string): boolean => tokens[at]?.is === 'sign' && tokens[at]?.text === sign;

  function next(): Token | undefined {
    at += 1;
    return tokens[at - 1];
  }

  function skip(sign: string): boolean {
    const isThere = isNext(sign);
    if (isThere) at += 1;
    return isThere;
  }

  function expect(sign: string): void {
    if (!skip(sign)) refuse(t('has no {sign} where one belongs', { sign }));
  }

  return {
    isAtEnd: () => at >= tokens.length,
    next,
    skip,
    expect,
    name(): string {
      const token = next();
      return token === undefined || token.is === 'sign' ? refuse(t('has no name where one belongs')) : token.text;
    },
    /** What stands before a sign, with commas between. */
    listed<T>(end: string, one: () => T): T[] {
      const found: T[] = [];
      while (!skip(end)) {
        found.push(one());
        if (!isNext(end)) expect(',');
      }
      return found;
    },
  };
}
type Cursor = ReturnType<typeof createCursor>;

/** `name(…)` of those in a table; `z.coerce.number()` counts as `z.number()`. */
function readCall<T>(cursor: Cursor, table: Readonly<Record<string, T>>, depth: number) {
  let word = cursor.name();
  if (word === 'coerce' && cursor.skip('.')) word = cursor.name();
  const called = Object.hasOwn(table, word) ? table[word] : undefined;
  if (called === undefined) return refuse(t('has {name}(), which is not read here', { name: word.slice(0, 40) }));
  cursor.expect('(');
  return { called, args: cursor.listed(')', () => readArgument(cursor, depth + 1)) };
}

/** A schema, of which the `z` is read. */
function readSchema(cursor: Cursor, depth: number): Part {
  cursor.expect('.');
  const { called, args } = readCall(cursor, MAKERS, depth);
  let part = called(args);
  while (cursor.skip('.')) {
    const next = readCall(cursor, METHODS, depth);
    part = next.called(part, next.args);
  }
  return part;
}

function readArgument(cursor: Cursor, depth: number): Argument {
  if (depth > MAX_DEPTH) refuse(t('is nested too deep'));
  const inner = () => readArgument(cursor, depth + 1);
  if (cursor.skip('[')) return { is: 'list', items: cursor.listed(']', inner) };
  if (cursor.skip('{')) {
    const fields = cursor.listed('}', () => {
      const field = cursor.name();
      cursor.expect(':');
      return [field, inner()] as const;
    });
    return { is: 'fields', fields };
  }
  const token = cursor.next();
  if (token?.is === 'text') return { is: 'value', value: token.text };
  if (token?.is === 'number') return { is: 'value', value: Number(token.text) };
  if (token?.is === 'name' && token.text === 'z') return { is: 'schema', part: readSchema(cursor, depth) };
  const word = token?.is === 'name' && Object.hasOwn(WORDS, token.text) ? WORDS[token.text] : undefined;
  return word === undefined ? wrongArgument() : { is: 'value', value: word };
}

/**
 * The JSON schema of a schema of zod that somebody wrote. Nothing of it is run: only what describes values is read, and anything else refused.
 * @throws UserError INVALID_PARAM whose message follows the title of the field: "has transform(), which is not read here"
 */
export function readZodSource(source: string): JsonSchema {
  if (source.length > MAX_LENGTH) refuse(t('is too long'));
  const cursor = createCursor(tokensOf(source));
  const { schema } = partOf(readArgument(cursor, 0));
  cursor.skip(';');
  return cursor.isAtEnd() ? schema : refuse(t('goes on behind the schema'));
}

/** Why a schema can't be read, behind the title of its field; undefined if it can. */
export function faultOfZodSource(source: string): string | undefined {
  try {
    readZodSource(source);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

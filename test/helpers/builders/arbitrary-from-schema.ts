import fc from 'fast-check';

/** The part of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly format?: string;
  readonly pattern?: string;
}

export interface SchemaContext {
  /** `components.schemas` of the document. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Values for a property by its name, where the schema only says that it is text: ids, flows. */
  readonly byName: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

const DEEPEST = 6;
const LONGEST_TEXT = 300;
const LONGEST_LIST = 4;

/** Texts that have crashed servers before. */
const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '__proto__',
  'constructor',
  'toString',
  '../../../etc/passwd',
  '{{$vars.team}}',
  '{{$flow.id}}',
  '{{node_0.data.instance}}',
  "'; --",
  '%00',
  '\ud800',
  '\u202e',
  '[]',
  '{}',
  'null',
  '-1',
  '1e999',
  'x'.repeat(5000),
  '2025-02-30',
  'data:text/plain;base64,V29yZHMu,filename:a.txt',
] as const;

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY) },
);

/** Any JSON, including awkward texts and numbers. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom(null, true, false, 0, -0, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 63),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(anyText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }),
);

function textOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? LONGEST_TEXT, LONGEST_TEXT));
  const fitting = fc.string({ minLength, maxLength });
  return fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: anyText });
}

function numberOf(schema: JsonSchema, isWhole: boolean): fc.Arbitrary<unknown> {
  const min = Math.max(schema.minimum ?? schema.exclusiveMinimum ?? -1_000_000, -1_000_000);
  const max = Math.max(min, Math.min(schema.maximum ?? 1_000_000, 1_000_000));
  return isWhole ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) }) : fc.double({ min, max, noNaN: true });
}

function objectOf(schema: JsonSchema, context: SchemaContext, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const known = fc.record(
    Object.fromEntries(
      properties.map(([name, property]) => [name, context.byName[name] ?? arbitraryOf(property, context, depth + 1)]),
    ),
    { requiredKeys: [...(schema.required ?? [])].filter((name) => properties.some(([known]) => known === name)) },
  );
  const { additionalProperties } = schema;
  if (additionalProperties === undefined || additionalProperties === false) return known;
  const value = additionalProperties === true ? anyJson : arbitraryOf(additionalProperties, context, depth + 1);
  return fc
    .tuple(known, fc.dictionary(anyText, value, { maxKeys: 3 }))
    .map(([fields, more]) => ({ ...more, ...fields }));
}

/** Values that a schema accepts, or nearly: `pattern` is not enforced. */
export function arbitraryOf(schema: JsonSchema, context: SchemaContext, depth = 0): fc.Arbitrary<unknown> {
  if (depth > DEEPEST) return fc.constant(null);
  if (schema.$ref !== undefined) {
    const found = context.schemas[schema.$ref.replace('#/components/schemas/', '')];
    if (found === undefined) throw new Error(`The document has no ${schema.$ref}`);
    return arbitraryOf(found, context, depth + 1);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, context, depth + 1)));
  if (schema.allOf !== undefined) {
    return fc
      .tuple(...schema.allOf.map((part) => arbitraryOf(part, context, depth + 1)))
      .map((parts) => Object.assign({}, ...parts));
  }
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return numberOf(schema, true);
    case 'number':
      return numberOf(schema, false);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      if (schema.prefixItems !== undefined)
        return fc.tuple(...schema.prefixItems.map((item) => arbitraryOf(item, context, depth + 1)));
      return fc.array(arbitraryOf(schema.items ?? {}, context, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: LONGEST_LIST,
      });
    case 'object':
      return objectOf(schema, context, depth);
    default:
      return anyJson;
  }
}

/** The paths to every value inside a value. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], change: (old: unknown) => unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, change) : item));
  // fromEntries, so that a key named __proto__ is an ordinary key.
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === key ? replaceAt(item, rest, change) : item]),
  );
}

/** Values that a schema accepts, and others with one wrong place: replaced, removed (undefined), or completely random. */
export function nearlyOf(schema: JsonSchema, context: SchemaContext): fc.Arbitrary<unknown> {
  const right = arbitraryOf(schema, context);
  const spoilt = fc.tuple(right, fc.nat(), fc.oneof(anyJson, fc.constant(undefined))).map(([value, place, wrong]) => {
    const paths = pathsIn(value);
    return replaceAt(value, paths[place % paths.length] ?? [], () => wrong);
  });
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: anyJson });
}

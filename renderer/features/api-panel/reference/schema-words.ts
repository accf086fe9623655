import { t } from '../../../../shared/texts/t.ts';
import type { JsonSchema } from '../../../api/api-document.ts';

export type Schemas = Readonly<Record<string, JsonSchema>>;

const COMPONENTS = '#/components/schemas/';

/** The name that a reference leads to; undefined where the name is one that nobody gave (`__schema0`). */
export function refName({ $ref }: JsonSchema): string | undefined {
  const name = $ref?.slice(COMPONENTS.length);
  return name === undefined || name.startsWith('__') ? undefined : name;
}

/** What a schema is when its references are followed. */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const seen = new Set<string>();
  let at = schema;
  while (at.$ref !== undefined && !seen.has(at.$ref)) {
    seen.add(at.$ref);
    const next = schemas[at.$ref.slice(COMPONENTS.length)];
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** The choices of a schema that are more than `null`. */
export function variantsOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
}

/** "string or null". */
function anyOfWords(choices: readonly string[]): string {
  return choices.reduce((words, next) => t('{words} or {next}', { words, next }));
}

function simpleType({ type, format }: JsonSchema): string {
  if (format === 'binary') return t('file');
  const name = Array.isArray(type) ? anyOfWords(type) : (type ?? t('any JSON'));
  return format === undefined ? name : `${name} (${format})`;
}

/** The type of a schema in a few words: `string`, `list of Chunk`, `"a" or "b"`. */
export function typeWords(schema: JsonSchema, schemas: Schemas): string {
  if (schema.$ref !== undefined) {
    const target = resolve(schema, schemas);
    const name = refName(schema);
    if (name === undefined) return t('any JSON');
    return target.type === 'object' || variantsOf(target).length > 0 ? name : typeWords(target, schemas);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return anyOfWords(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return anyOfWords([...new Set(choices.map((choice) => typeWords(choice, schemas)))]);
  if (typeof schema.items === 'object') return t('list of {type}', { type: typeWords(schema.items, schemas) });
  if (schema.items === false) return t('empty list');
  const { additionalProperties: values } = schema;
  if (typeof values === 'object') return t('object of {type}', { type: typeWords(values, schemas) });
  return simpleType(schema);
}

interface Limits {
  readonly between: (values: { readonly least: number; readonly most: number }) => string;
  readonly atLeast: (values: { readonly least: number }) => string;
  readonly atMost: (values: { readonly most: number }) => string;
}

const NUMBERS: Limits = {
  between: (values) => t('{least, number} to {most, number}', values),
  atLeast: (values) => t('at least {least, number}', values),
  atMost: (values) => t('at most {most, number}', values),
};

const CHARACTERS: Limits = {
  between: (values) => t('{least, number} to {most, plural, one {# character} other {# characters}}', values),
  atLeast: (values) => t('at least {least, plural, one {# character} other {# characters}}', values),
  atMost: (values) => t('at most {most, plural, one {# character} other {# characters}}', values),
};

const ITEMS: Limits = {
  between: (values) => t('{least, number} to {most, plural, one {# item} other {# items}}', values),
  atLeast: (values) => t('at least {least, plural, one {# item} other {# items}}', values),
  atMost: (values) => t('at most {most, plural, one {# item} other {# items}}', values),
};

function limitsOf(words: Limits, least: number | undefined, most: number | undefined): string[] {
  if (least !== undefined && most !== undefined) return [words.between({ least, most })];
  if (least !== undefined) return [words.atLeast({ least })];
  return most === undefined ? [] : [words.atMost({ most })];
}

/** The limits of a value, and what it is when it is left out: `1 to 100, 5 if left out`. */
export function limitWords(schema: JsonSchema): string {
  return [
    ...limitsOf(NUMBERS, schema.minimum, schema.maximum),
    ...limitsOf(CHARACTERS, schema.minLength, schema.maxLength),
    ...limitsOf(ITEMS, schema.minItems, schema.maxItems),
    ...(schema.default === undefined ? [] : [t('{value} if left out', { value: JSON.stringify(schema.default) })]),
  ].join(', ');
}

export interface SchemaField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The fields of an object. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): readonly SchemaField[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
}

/** The schema inside a list, an object of like values, or a choice of one and `null`; itself otherwise. */
export function innerSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const target = resolve(schema, schemas);
  const [only, ...others] = variantsOf(target);
  if (only !== undefined) return others.length === 0 ? innerSchema(only, schemas) : target;
  if (typeof target.items === 'object') return innerSchema(target.items, schemas);
  if (typeof target.additionalProperties === 'object') return innerSchema(target.additionalProperties, schemas);
  return target;
}

/** Whether a schema has fields to show below it. */
export function hasFields(schema: JsonSchema, schemas: Schemas): boolean {
  const inner = innerSchema(schema, schemas);
  if (Object.keys(inner.properties ?? {}).length > 0) return true;
  return variantsOf(inner).some((variant) => Object.keys(innerSchema(variant, schemas).properties ?? {}).length > 0);
}

import { UserError } from '../../../../../shared/errors/errors.ts';
import type { MetadataFilter } from '../../../core/vector-store.ts';

/** A condition on the table `chunk`, named `c`. Values are bound, never written into the text. */
export interface FilterSql {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

export type Scalar = string | number | boolean | null;

/** One key of a filter: fits when one of the choices stands at one of the paths. */
export interface KeyCondition {
  /** SQLite's JSON paths. */
  readonly paths: readonly string[];
  readonly choices: readonly Scalar[];
}

/** More conditions or choices than a person writes; each costs time per chunk. */
const MAX_KEYS = 32;
const MAX_CHOICES = 500;

/** `loc.lines.from` -> `$."loc"."lines"."from"`; SQLite reads a quoted label with JSON's escapes. */
function jsonPath(parts: readonly string[]): string {
  return `$${parts.map((part) => `.${JSON.stringify(part)}`).join('')}`;
}

/** A key with dots is a path, or the name of a key that has dots. */
function pathsOf(key: string): string[] {
  const nested = jsonPath(key.split('.'));
  const literal = jsonPath([key]);
  return nested === literal ? [literal] : [nested, literal];
}

/** All choices of a kind are one parameter: SQLite takes neither as many as there may be, nor an expression that is nested so deep. */
const IS_VALUE = `(json_type(c.metadata, ?) IN ('text', 'integer', 'real') AND json_extract(c.metadata, ?) IN (SELECT value FROM json_each(?)))`;
const IS_LITERAL = '(json_type(c.metadata, ?) IN (SELECT value FROM json_each(?)))';

/** The type is compared too: JSON's true would else equal 1, and "1" is not 1. */
function oneOf(path: string, choices: readonly Scalar[]): FilterSql[] {
  const values = choices.filter((choice) => typeof choice === 'string' || typeof choice === 'number');
  const literals = choices.filter((choice) => choice === null || typeof choice === 'boolean').map(String);
  return [
    ...(values.length === 0 ? [] : [{ sql: IS_VALUE, params: [path, path, JSON.stringify(values)] }]),
    ...(literals.length === 0 ? [] : [{ sql: IS_LITERAL, params: [path, JSON.stringify(literals)] }]),
  ];
}

function anyOf(conditions: readonly FilterSql[]): FilterSql {
  if (conditions.length === 0) return { sql: '0', params: [] };
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
    params: conditions.flatMap(({ params }) => params),
  };
}

/** @throws UserError INVALID_INPUT for more than 32 keys or 500 choices of one key */
export function assertFilterSize(filter: MetadataFilter | undefined): void {
  const entries = Object.entries(filter ?? {});
  if (entries.length > MAX_KEYS) {
    throw new UserError('INVALID_INPUT', `The filter has ${entries.length} keys: use at most ${MAX_KEYS}.`);
  }
  for (const [key, value] of entries) {
    if (!Array.isArray(value) || value.length <= MAX_CHOICES) continue;
    throw new UserError(
      'INVALID_INPUT',
      `The filter on "${key}" has ${value.length} choices: use at most ${MAX_CHOICES}.`,
    );
  }
}

/**
 * The conditions of a filter, which all have to be met; none for a filter that holds no key. An empty list fits nothing; `null` fits a key whose
 * value is null, not one that is absent.
 * @throws UserError INVALID_INPUT for more than 32 keys or 500 choices of one key
 */
export function filterConditions(filter: MetadataFilter | undefined): KeyCondition[] {
  assertFilterSize(filter);
  return Object.entries(filter ?? {}).map(([key, value]) => ({
    paths: pathsOf(key),
    choices: Array.isArray(value) ? value : [value],
  }));
}

/**
 * Turns a metadata filter into SQL, as {@link filterConditions} reads it; undefined when it holds no condition.
 * @throws UserError INVALID_INPUT for more than 32 keys or 500 choices of one key
 */
export function metadataFilterSql(filter: MetadataFilter | undefined): FilterSql | undefined {
  const conditions = filterConditions(filter);
  if (conditions.length === 0) return undefined;
  const all = conditions.map(({ paths, choices }) => anyOf(paths.flatMap((path) => oneOf(path, choices))));
  return { sql: all.map(({ sql }) => sql).join(' AND '), params: all.flatMap(({ params }) => params) };
}

import { UserError } from '../../../../shared/errors/errors.ts';
import type { MetadataFilter } from '../../core/vector-store.ts';
import { jsonbText } from '../../databases/postgres-text.ts';
import { assertFilterSize } from '../local/search/metadata-filter.ts';

/** A condition on the column `metadata`. Values are bound, never written into the text. */
export interface PostgresFilter {
  readonly sql: string;
  readonly values: readonly string[];
}

type Scalar = string | number | boolean | null;

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** What metadata must contain so that the key is the value; a key with dots is a path, or the name of a key that has dots. */
function documentsOf(key: string, value: Scalar): string[] {
  const wrap = (parts: readonly string[]): string =>
    parts.reduceRight((inner, part) => `{${jsonbText(part)}:${inner}}`, jsonbText(value));
  const literal = wrap([key]);
  const nested = wrap(key.split('.'));
  return literal === nested ? [literal] : [nested, literal];
}

/**
 * Turns filters, all of which must hold, into a condition with parameters from number `first` on. By containment, which a GIN index on `metadata`
 * serves, compares types as well, and tells null from an absent key.
 * @throws UserError INVALID_INPUT for more conditions than a person writes
 */
export function postgresFilter(filters: readonly (MetadataFilter | undefined)[], first: number): PostgresFilter {
  const values: string[] = [];
  const contains = (document: string): string => {
    values.push(document);
    return `metadata @> $${first + values.length - 1}::jsonb`;
  };
  const conditions = filters.flatMap((filter) => {
    assertFilterSize(filter);
    return Object.entries(filter ?? {}).map(([key, value]) => {
      const choices: readonly Scalar[] = isScalar(value) ? [value] : value;
      const any = choices.flatMap((choice) => documentsOf(key, choice)).map(contains);
      return any.length === 0 ? 'false' : `(${any.join(' OR ')})`;
    });
  });
  return { sql: conditions.join(' AND '), values };
}

/**
 * The filter of a node's settings: as one of a question, and objects stand for paths (`{"loc": {"page": 1}}` is `{"loc.page": 1}`).
 * @throws UserError INVALID_PARAM
 */
export function readNodeFilter(filter: Readonly<Record<string, unknown>>, param: string): MetadataFilter {
  const flat = Object.entries(filter).flatMap(([key, value]): [string, Scalar | readonly Exclude<Scalar, null>[]][] => {
    if (isScalar(value)) return [[key, value]];
    if (Array.isArray(value)) {
      const choices = value.filter((choice) => isScalar(choice) && choice !== null);
      if (choices.length === value.length) return [[key, choices]];
    } else if (typeof value === 'object') {
      const inner = readNodeFilter({ ...value }, param);
      return Object.entries(inner).map(([name, choice]) => [`${key}.${name}`, choice]);
    }
    throw new UserError(
      'INVALID_PARAM',
      `The metadata filter on "${key}" can't be used: give a text, a number, true, false, null, or a list of those.`,
      { details: { param } },
    );
  });
  return Object.fromEntries(flat);
}

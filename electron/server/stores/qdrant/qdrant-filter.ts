import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { MetadataFilter } from '../../core/vector-store.ts';

type Filter = Schemas['Filter'];
type Condition = Schemas['Condition'];
type Scalar = string | number | boolean | null;

const filterSchema = z.custom<Filter>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** A key in the words of Qdrant's paths, which know no escapes: only a name with a quotation mark can't be written. */
function quoted(name: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return name;
  if (!name.includes('"')) return `"${name}"`;
  throw new UserError('INVALID_INPUT', `Qdrant can't look for the key ${name}: use one without a quotation mark.`);
}

/** The path of a payload's key, or of a key within it. */
export function qdrantPath(names: readonly string[]): string {
  return names.map(quoted).join('.');
}

function isWhole(value: Scalar): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** One condition for each kind of value: Qdrant matches lists of texts and of whole numbers, and all other numbers only as ranges. */
function conditionsOn(key: string, choices: readonly Scalar[]): readonly Condition[] {
  const texts = choices.filter((choice) => typeof choice === 'string');
  const whole = choices.filter(isWhole);
  const conditions: Condition[] = [];
  if (texts.length > 0) conditions.push({ key, match: { any: texts } });
  if (whole.length > 0) conditions.push({ key, match: { any: whole } });
  for (const choice of choices) {
    if (choice === null) conditions.push({ is_null: { key } });
    else if (typeof choice === 'boolean') conditions.push({ key, match: { value: choice } });
    else if (typeof choice === 'number' && !isWhole(choice))
      conditions.push({ key, range: { gte: choice, lte: choice } });
  }
  return conditions;
}

/**
 * A filter in Qdrant's words; `nothing` if no chunk can fit it, undefined if every chunk does. A key with dots is a path, or the name of a key that
 * has dots.
 * @param metadataKey the payload's key that holds the metadata
 * @throws UserError INVALID_INPUT for a key that can't be written
 */
export function toQdrantFilter(
  filter: MetadataFilter | undefined,
  metadataKey: string,
): Filter | 'nothing' | undefined {
  const must: Condition[] = [];
  for (const [key, value] of Object.entries(filter ?? {})) {
    const choices = value === null || typeof value !== 'object' ? [value] : value;
    if (choices.length === 0) return 'nothing';
    const paths = key.includes('.') ? [key.split('.'), [key]] : [[key]];
    must.push({ should: paths.flatMap((path) => conditionsOn(qdrantPath([metadataKey, ...path]), choices)) });
  }
  return must.length === 0 ? undefined : { must };
}

/** The filter of a node's settings, which is Qdrant's own, and another one: both must hold. Undefined if there is neither. */
export function bothFilters(own: Readonly<Record<string, unknown>>, other: Filter | undefined): Filter | undefined {
  if (Object.keys(own).length === 0) return other;
  const first = filterSchema.parse(own);
  return other === undefined ? first : { must: [first, other] };
}

import type { Metadata } from '../../core/document.ts';
import type { MetadataFilter } from '../../core/vector-store.ts';
import { assertFilterSize } from '../local/search/metadata-filter.ts';

/** Steps from object to object; a list has no keys. */
function valueAt(metadata: Metadata, path: readonly string[]): unknown {
  let value: unknown = metadata;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * A metadata filter as a function, with the meaning that the embedded store gives it: types are compared too, a key with dots is a path or the name of a key
 * that has dots, an empty list fits nothing, and `null` fits a key whose value is null. undefined when it holds no condition.
 * @throws UserError INVALID_INPUT for more than 32 keys or 500 choices of one key
 */
export function metadataMatcher(filter: MetadataFilter | undefined): ((metadata: Metadata) => boolean) | undefined {
  assertFilterSize(filter);
  const conditions = Object.entries(filter ?? {}).map(([key, wanted]) => {
    const paths = key.includes('.') ? [key.split('.'), [key]] : [[key]];
    const choices = new Set<unknown>(Array.isArray(wanted) ? wanted : [wanted]);
    return (metadata: Metadata) => paths.some((path) => choices.has(valueAt(metadata, path)));
  });
  if (conditions.length === 0) return undefined;
  return (metadata) => conditions.every((fits) => fits(metadata));
}

/** The properties of an object sorted by the code units of their names, without those that JSON leaves out. */
export function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `"name":value` as {@link canonicalJson} writes it. */
export function canonicalProperty(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${canonicalJson(value)}`;
}

/**
 * JSON with sorted names at every depth and without white space: equal values give equal text, in whatever order their properties were set. Takes
 * JSON values; in a list, a value that JSON can't express becomes null.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  return `{${sortedEntries(value)
    .map(([name, item]) => canonicalProperty(name, item))
    .join(',')}}`;
}

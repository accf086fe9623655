/** A metadata key whose value changes; undefined: it is not there. */
export interface ChangedFact {
  readonly key: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Facts = Readonly<Record<string, unknown>>;

function shown(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Which metadata of a chunk changes, by its keys in alphabetical order. Its place in its source is left out. */
export function changedFacts(before: Facts, after: Facts): readonly ChangedFact[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'loc').sort();
  return keys
    .map((key) => ({ key, before: shown(before[key]), after: shown(after[key]) }))
    .filter((fact) => fact.before !== fact.after);
}

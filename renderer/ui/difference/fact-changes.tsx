/** A metadata key whose value changes; undefined: it is not there. */
interface ChangedFact {
  readonly key: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Facts = Readonly<Record<string, unknown>>;

function shown(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Which metadata of a chunk changes, by its keys in alphabetical order. Its place in its source is left out. */
function changedFacts(before: Facts, after: Facts): readonly ChangedFact[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'loc').sort();
  return keys
    .map((key) => ({ key, before: shown(before[key]), after: shown(after[key]) }))
    .filter((fact) => fact.before !== fact.after);
}

/** Which metadata of a chunk changes, key by key. */
export function FactChanges({ before: old, after: now }: { readonly before: object; readonly after: object }) {
  const facts = changedFacts({ ...old }, { ...now });
  return (
    <dl className="mb-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-secondary">
      {facts.map(({ key, before, after }) => (
        <div key={key} className="contents">
          <dt className="text-muted">{key}</dt>
          <dd className="break-words">
            {before === undefined ? null : <del className="rounded-sm bg-danger-soft text-danger">{before}</del>}
            {before === undefined || after === undefined ? null : ' '}
            {after === undefined ? null : (
              <ins className="rounded-sm bg-success-soft text-success no-underline">{after}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { changedFacts } from './changed-facts.ts';

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

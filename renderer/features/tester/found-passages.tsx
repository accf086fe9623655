import { Check } from 'lucide-react';
import type { VectorQueryResult } from '../../../shared/api/vector.ts';
import { countOf, formatCount } from '../../../shared/text/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { placeInSource, sourceName } from '../../ui/describe-passage.ts';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { isExpected } from './measure.ts';

/** What one way to search has found for a question, or why it could not. */
export type Found =
  | { readonly result: VectorQueryResult; readonly failure?: undefined }
  | { readonly failure: string; readonly result?: undefined };

export interface FoundPassagesProps {
  readonly name: string;
  readonly found: Found;
  /** Sources that are marked. */
  readonly expected: readonly string[];
}

/** The passages of one way to search, best first. */
export function FoundPassages({ name, found, expected }: FoundPassagesProps) {
  if (found.failure !== undefined) return <ErrorNotice {...splitMessage(found.failure)} where={name} />;
  const { docs, timeTaken } = found.result;
  return (
    <section aria-label={`Passages of ${name}`} className="flex min-w-0 flex-col gap-2">
      <p className="tabular text-secondary text-muted">
        {countOf(docs.length, 'passage')} in {formatCount(Math.max(1, timeTaken))} ms
      </p>
      <ol className="flex flex-col gap-2">
        {docs.map((doc, index) => {
          const isGood = isExpected(sourceName(doc.metadata), expected);
          return (
            <li
              key={doc.id}
              className={classNames(
                'rounded-control border bg-surface p-2.5',
                isGood ? 'border-success/50' : 'border-border',
              )}
            >
              <p className="flex items-baseline gap-2">
                <span className="tabular text-secondary text-muted">{index + 1}</span>
                <span className="min-w-0 flex-1 truncate font-medium">{sourceName(doc.metadata)}</span>
                {isGood ? (
                  <span className="flex items-center gap-1 text-secondary text-success">
                    <Check aria-hidden="true" className="size-3.5" /> expected
                  </span>
                ) : null}
                <span className="text-secondary text-muted">{placeInSource(doc.metadata)}</span>
              </p>
              <p className="line-clamp-2 font-mono text-secondary break-words text-muted">{doc.pageContent}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

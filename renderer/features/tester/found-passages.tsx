import type { VectorQueryResult } from '../../../shared/api/vector.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useOpenPassage } from '../../stores/use-open-passage.ts';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { sourceName } from '../../ui/passage/describe-passage.ts';
import type { AnsweredQuestion } from '../../ui/passage/passage-card.tsx';
import { PassageList } from '../../ui/passage/passage-list.tsx';
import { isExpected } from './measure.ts';

/** What one way to search has found for a question, or why it could not. */
export type Found =
  | { readonly result: VectorQueryResult; readonly question: AnsweredQuestion; readonly ownerId: string }
  | { readonly failure: string };

/** Two lists side by side are compared: a few lines of each passage say enough. Characters. */
const FOLDED_CHARACTERS = 200;

export interface FoundPassagesProps {
  readonly name: string;
  readonly found: Extract<Found, { result: VectorQueryResult }>;
  /** Sources that are marked. */
  readonly expected: readonly string[];
}

function Passages({ name, found, expected }: FoundPassagesProps) {
  const { result, question, ownerId } = found;
  const open = useOpenPassage({ ownerId });
  return (
    <section aria-label={t('Passages of {name}', { name })} className="flex min-w-0 flex-col gap-2">
      <p className="tabular text-secondary text-muted">
        {t('{count, plural, one {# passage} other {# passages}} in {ms} ms', {
          count: result.docs.length,
          ms: formatCount(Math.max(1, result.timeTaken)),
        })}
      </p>
      <PassageList
        label={t('Passages found by {name}', { name })}
        passages={result.docs}
        question={question}
        foldedAt={FOLDED_CHARACTERS}
        onOpen={(doc) => void open(doc)}
        badgeOf={({ metadata }) => (isExpected(sourceName(metadata), expected) ? t('expected') : undefined)}
      />
    </section>
  );
}

/** The passages of one way to search, best first. */
export function FoundPassages({
  found,
  name,
  expected,
}: Omit<FoundPassagesProps, 'found'> & { readonly found: Found }) {
  if ('failure' in found) return <ErrorNotice {...splitMessage(found.failure)} where={name} />;
  return <Passages name={name} found={found} expected={expected} />;
}

import { Library, MessageCircleQuestion, Workflow } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Overview } from '../../../shared/api/overview.ts';
import type { SearchOwner, SearchResult } from '../../../shared/api/search.ts';
import { t } from '../../../shared/texts/t.ts';
import { useSearch } from '../../api/find.ts';
import { useOverview } from '../../api/overview.ts';
import { useOpenPassage } from '../../stores/use-open-passage.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PassageList } from '../../ui/passage/passage-list.tsx';

export interface AskPageProps {
  readonly question: string;
  readonly hrefOf: (owner: Pick<Overview, 'kind' | 'ownerId'>) => string;
  readonly onAsk: (question: string) => void;
}

/** Several flows and stores answer below each other: more is read where it is stored. Characters. */
const SHOWN_CHARACTERS = 280;
/** Passages of one of them. */
const SHOWN_PASSAGES = 3;

interface OwnerAnswer {
  readonly owner: SearchOwner;
  readonly docs: SearchResult['docs'];
  /** Why it could not answer. */
  readonly message?: string;
}

/** By owner: what has the best passage first, what could not answer last. */
function answersOf({ docs, unanswered }: SearchResult): readonly OwnerAnswer[] {
  const byOwner = Map.groupBy(docs, ({ owner }) => owner.id);
  return [
    ...[...byOwner.values()].flatMap((own) => {
      const owner = own[0]?.owner;
      return owner === undefined ? [] : { owner, docs: own.slice(0, SHOWN_PASSAGES) };
    }),
    ...unanswered.map(({ message, ...owner }) => ({ owner, docs: [], message })),
  ];
}

interface OwnerSectionProps extends OwnerAnswer {
  readonly href: string;
  readonly question: string;
  readonly isElsewhere: boolean;
}

function OwnerSection({ owner: { id, kind, name }, href, question, docs, message, isElsewhere }: OwnerSectionProps) {
  const open = useOpenPassage({ ownerId: id });
  return (
    <section aria-label={name} className="overflow-hidden rounded-card border border-border bg-surface">
      <h2 className="flex items-center gap-2 px-4 py-2.5 font-semibold [&>svg]:size-4 [&>svg]:text-muted">
        {kind === 'chatflow' ? <Workflow aria-hidden="true" /> : <Library aria-hidden="true" />}
        <a href={href} className="truncate hover:text-accent">
          {name}
        </a>
      </h2>
      <div className="px-3 pb-3">
        {message === undefined ? (
          <PassageList
            label={t('Passages of {name}', { name })}
            passages={docs}
            // Stores outside of the app compare meaning only.
            question={{ query: question, mode: isElsewhere ? 'vector' : 'hybrid' }}
            foldedAt={SHOWN_CHARACTERS}
            showsRelevance
            onOpen={(doc) => void open(doc)}
          />
        ) : (
          <ErrorNotice {...splitMessage(message)} />
        )}
      </div>
    </section>
  );
}

/** One question to all flows and document stores that hold something. */
export function AskPage({ question, hrefOf, onAsk }: AskPageProps) {
  const [typed, setTyped] = useState(question);
  const overview = useOverview();
  const { data, error, isLoading } = useSearch(question);
  const holding = [...(overview?.values() ?? [])].filter(({ chunks, keepsElsewhere }) => chunks > 0 || keepsElsewhere);
  const answers = data === undefined ? [] : answersOf(data);
  function submit(event: FormEvent) {
    event.preventDefault();
    onAsk(typed.trim());
  }
  return (
    <Page title={t('Ask everything')} lead={t('One question to all flows and document stores that hold something.')}>
      <form onSubmit={submit} className="mb-6 flex gap-2">
        <TextInput
          aria-label={t('Question')}
          placeholder={t('What do you want to know?')}
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="primary">
          {t('Ask')}
        </Button>
      </form>
      {overview !== undefined && holding.length === 0 ? (
        <EmptyState icon={<MessageCircleQuestion aria-hidden="true" />} title={t('There is nothing to ask yet')}>
          {t('Upsert documents into a flow or a document store, and ask again.')}
        </EmptyState>
      ) : null}
      {error === null ? null : <ErrorNotice {...splitMessage(error.message)} />}
      {isLoading ? <p className="text-muted">{t('Searching…')}</p> : null}
      {data !== undefined && answers.length === 0 && holding.length > 0 ? (
        <p className="text-muted">{t('Nothing found')}</p>
      ) : null}
      <div className="flex flex-col gap-4">
        {answers.map((answer) => (
          <OwnerSection
            key={answer.owner.id}
            {...answer}
            href={hrefOf({ ownerId: answer.owner.id, kind: answer.owner.kind })}
            question={question}
            isElsewhere={overview?.get(answer.owner.id)?.keepsElsewhere === true}
          />
        ))}
      </div>
    </Page>
  );
}

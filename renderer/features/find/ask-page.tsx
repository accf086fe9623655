import { Library, MessageCircleQuestion, Workflow } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Overview } from '../../../shared/api/overview.ts';
import type { QueryDoc } from '../../../shared/api/vector.ts';
import { t } from '../../../shared/texts/t.ts';
import { useFlowNames } from '../../api/chatflows.ts';
import { useStoreSummaries } from '../../api/document-stores.ts';
import { useAnswersOf } from '../../api/find.ts';
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

interface OwnerAnswerProps {
  readonly owner: Overview;
  readonly name: string;
  readonly href: string;
  readonly question: string;
  readonly docs: readonly QueryDoc[] | undefined;
  readonly error: Error | null;
}

function OwnerAnswer({ owner, name, href, question, docs, error }: OwnerAnswerProps) {
  const open = useOpenPassage({ ownerId: owner.ownerId });
  return (
    <section aria-label={name} className="overflow-hidden rounded-card border border-border bg-surface">
      <h2 className="flex items-center gap-2 px-4 py-2.5 font-semibold [&>svg]:size-4 [&>svg]:text-muted">
        {owner.kind === 'chatflow' ? <Workflow aria-hidden="true" /> : <Library aria-hidden="true" />}
        <a href={href} className="truncate hover:text-accent">
          {name}
        </a>
      </h2>
      {error === null ? null : (
        <div className="px-4 pb-3">
          <ErrorNotice {...splitMessage(error.message)} />
        </div>
      )}
      {docs === undefined && error === null ? <p className="px-4 pb-3 text-muted">{t('Searching…')}</p> : null}
      {docs?.length === 0 ? <p className="px-4 pb-3 text-muted">{t('Nothing found here.')}</p> : null}
      {docs === undefined || docs.length === 0 ? null : (
        <div className="px-3 pb-3">
          <PassageList
            label={t('Passages of {name}', { name })}
            passages={docs}
            // Stores outside of the app compare meaning only.
            question={{ query: question, mode: owner.keepsElsewhere ? 'vector' : 'hybrid' }}
            foldedAt={SHOWN_CHARACTERS}
            onOpen={(doc) => void open(doc)}
          />
        </div>
      )}
    </section>
  );
}

interface Answered {
  readonly owner: Overview;
  readonly docs: readonly QueryDoc[] | undefined;
  readonly error: Error | null;
}

/** What an answer is sorted by: how sure its first passage is, then those that are still looking or have failed, and what has nothing last. */
function rankOf({ docs }: Answered): number {
  return docs === undefined ? 0 : (docs[0]?.relevance ?? -1);
}

function useNames(): ReadonlyMap<string, string> {
  const { data: flows = [] } = useFlowNames();
  const { data: stores = [] } = useStoreSummaries();
  return new Map([...flows, ...stores].map(({ id, name }) => [id, name]));
}

/** One question to all flows and document stores that hold something. */
export function AskPage({ question, hrefOf, onAsk }: AskPageProps) {
  const [typed, setTyped] = useState(question);
  const overview = useOverview();
  const names = useNames();
  const owners = [...(overview?.values() ?? [])].filter(
    ({ ownerId, chunks, keepsElsewhere }) => names.has(ownerId) && (chunks > 0 || keepsElsewhere),
  );
  const answers = useAnswersOf(owners, question);
  const answered = owners
    .map((owner, index): Answered => ({ owner, docs: answers[index]?.data, error: answers[index]?.error ?? null }))
    .toSorted((a, b) => rankOf(b) - rankOf(a));
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
      {overview !== undefined && owners.length === 0 ? (
        <EmptyState icon={<MessageCircleQuestion aria-hidden="true" />} title={t('There is nothing to ask yet')}>
          {t('Upsert documents into a flow or a document store, and ask again.')}
        </EmptyState>
      ) : null}
      {question === '' ? null : (
        <div className="flex flex-col gap-4">
          {answered.map(({ owner, docs, error }) => (
            <OwnerAnswer
              key={owner.ownerId}
              owner={owner}
              name={names.get(owner.ownerId) ?? ''}
              href={hrefOf(owner)}
              question={question}
              docs={docs}
              error={error}
            />
          ))}
        </div>
      )}
    </Page>
  );
}

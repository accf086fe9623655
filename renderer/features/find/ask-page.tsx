import { Library, MessageCircleQuestion, Workflow } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Overview } from '../../../shared/api/overview.ts';
import type { SearchOwner, SearchResult } from '../../../shared/api/search.ts';
import { t } from '../../../shared/texts/t.ts';
import { useSearch } from '../../api/find.ts';
import { useOverview } from '../../api/overview.ts';
import { useOpenPassage } from '../../stores/use-open-passage.ts';
import { classNames } from '../../ui/class-names.ts';
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
  /** What asks one of them for an answer. */
  readonly answerButtonOf: (owner: SearchOwner) => ReactNode;
  /** Conversations, to go on with one; where nothing is asked. */
  readonly conversations: ReactNode;
  /** The conversation that is open; undefined: none. */
  readonly conversation: ReactNode | undefined;
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
  readonly answerButton: ReactNode;
}

function OwnerSection(props: OwnerSectionProps) {
  const { owner, href, question, docs, message, isElsewhere, answerButton } = props;
  const { id, kind, name } = owner;
  const open = useOpenPassage({ ownerId: id });
  return (
    <section aria-label={name} className="overflow-hidden rounded-card border border-border bg-surface">
      <div className="flex min-h-11 items-center justify-between gap-2 py-1.5 pr-1.5 pl-4">
        <h2 className="flex min-w-0 items-center gap-2 font-semibold [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
          {kind === 'chatflow' ? <Workflow aria-hidden="true" /> : <Library aria-hidden="true" />}
          <a href={href} className="truncate hover:text-accent">
            {name}
          </a>
        </h2>
        {message === undefined ? answerButton : null}
      </div>
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

type FoundProps = Pick<AskPageProps, 'question' | 'hrefOf' | 'answerButtonOf'> & {
  readonly overview: ReadonlyMap<string, Overview> | undefined;
  readonly isBeside: boolean;
};

/** What each flow and store found. */
function Found({ question, hrefOf, answerButtonOf, overview, isBeside }: FoundProps) {
  const { data, error, isLoading } = useSearch(question);
  const answers = data === undefined ? [] : answersOf(data);
  return (
    <div className="min-w-0">
      {error === null ? null : <ErrorNotice {...splitMessage(error.message)} />}
      {isLoading ? <p className="text-muted">{t('Searching…')}</p> : null}
      {data !== undefined && answers.length === 0 ? <p className="text-muted">{t('Nothing found')}</p> : null}
      <div className={classNames('grid items-start gap-4', !isBeside && answers.length > 1 && 'xl:grid-cols-2')}>
        {answers.map((answer) => (
          <OwnerSection
            key={answer.owner.id}
            {...answer}
            href={hrefOf({ ownerId: answer.owner.id, kind: answer.owner.kind })}
            question={question}
            isElsewhere={overview?.get(answer.owner.id)?.keepsElsewhere === true}
            answerButton={answerButtonOf(answer.owner)}
          />
        ))}
      </div>
    </div>
  );
}

/** The left of the page: what was found, or while nothing is asked the conversations so far. */
function Left(props: FoundProps & Pick<AskPageProps, 'conversations'>) {
  const { question, overview, conversations } = props;
  const holding = [...(overview?.values() ?? [])].filter(({ chunks, keepsElsewhere }) => chunks > 0 || keepsElsewhere);
  if (overview !== undefined && holding.length === 0) {
    return (
      <EmptyState icon={<MessageCircleQuestion aria-hidden="true" />} title={t('There is nothing to ask yet')}>
        {t('Upsert documents into a flow or a document store, and ask again.')}
      </EmptyState>
    );
  }
  if (question !== '') return <Found {...props} />;
  return (
    <section className="flex max-w-200 min-w-0 flex-col gap-3">
      <h2 className="text-section font-semibold">{t('Conversations')}</h2>
      {conversations}
    </section>
  );
}

/** One question to all flows and document stores that hold something, and the conversation with one of them. */
export function AskPage(props: AskPageProps) {
  const { question, onAsk, conversation } = props;
  const [typed, setTyped] = useState(question);
  const overview = useOverview();
  const isBeside = conversation !== undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    onAsk(typed.trim());
  }
  return (
    <Page
      title={t('Ask everything')}
      lead={t('One question to all flows and document stores that hold something.')}
      width="wide"
    >
      <form onSubmit={submit} className="mb-6 flex max-w-200 gap-2">
        <TextInput
          aria-label={t('Question')}
          placeholder={t('What do you want to know?')}
          autoFocus={!isBeside}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="primary">
          {t('Ask')}
        </Button>
      </form>
      <div className={classNames('grid items-start gap-4', isBeside && 'lg:grid-cols-2')}>
        <Left {...props} overview={overview} isBeside={isBeside} />
        {isBeside ? (
          <div className="sticky top-4 order-first h-[calc(100dvh-11rem)] overflow-y-auto rounded-card border border-border bg-surface lg:order-last">
            <div className="h-full p-4">{conversation}</div>
          </div>
        ) : null}
      </div>
    </Page>
  );
}

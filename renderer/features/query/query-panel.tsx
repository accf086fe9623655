import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import { Segments } from '../../ui/controls/segments.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { focusFirstPassage } from '../../ui/passage/passage-list.tsx';
import { type AskView, chooseAskView, useAskView } from './ask-view.ts';
import { conversationOf } from './conversation/conversation.ts';
import { askForAnswer, ConversationPane } from './conversation/conversation-pane.tsx';
import { Filters } from './filters.tsx';
import type { UpsertOffer } from './nothing-found.tsx';
import { PASSAGES_ID, Passages } from './passages.tsx';
import {
  changeWay,
  type QueryMode,
  type QuerySession,
  setQuestion,
  showPassages,
  submitQuestion,
  typeQuestion,
  useQuerySession,
} from './query-session.ts';
import type { QueryTarget, WaitReason } from './query-target.ts';
import { focusQuestion, QuestionBox } from './question-box.tsx';
import { focusRecentQuestion } from './recent-questions.tsx';

const modes = [
  { value: 'hybrid', label: t('Words and meaning'), help: t('Finds the same words and the same meaning') },
  { value: 'vector', label: t('Meaning'), help: t('Finds other words for the same thing') },
  { value: 'keyword', label: t('Words'), help: t('Finds names, numbers and exact terms') },
] as const satisfies readonly { value: QueryMode; label: string; help: string }[];

const counts = [3, 5, 10, 20].map((count) => ({ value: String(count), label: t('Best {count}', { count }) }));

/** How is searched: by what, for how many passages, and in which. */
function SearchChoices({ target, session }: { readonly target: QueryTarget; readonly session: QuerySession }) {
  const { mode, topK, filter } = session;
  return (
    <>
      <div className="flex gap-2">
        {target.searchesWords ? (
          <div className="min-w-0 flex-1">
            <Select
              aria-label={t('Search by')}
              value={mode}
              options={modes}
              onValueChange={(value) =>
                changeWay(target, { mode: modes.find((one) => one.value === value)?.value ?? 'hybrid' })
              }
            />
          </div>
        ) : null}
        <div className="w-25">
          <Select
            aria-label={t('How many passages')}
            value={String(topK)}
            options={counts}
            onValueChange={(value) => changeWay(target, { topK: Number(value) })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Filters target={target} filter={filter} onFilter={(changed) => changeWay(target, { filter: changed })} />
        <a
          className="ml-auto rounded-sm text-secondary text-accent hover:underline"
          href={hrefOf({ page: 'tester', ownerId: target.id })}
        >
          {t('Compare ways to search')}
        </a>
      </div>
    </>
  );
}

function whenAnswered(waits: WaitReason | undefined): string {
  switch (waits?.because) {
    case undefined:
      return t('Answers come as you type.');
    case 'service':
      return t('{label} is a service: press Enter to ask it.', { label: waits.label });
    case 'rate-limit':
      return t('This flow limits how often it is asked: press Enter to ask.');
    case 'key':
      return t('This flow has a key of its own: press Enter to ask.');
    case 'unknown':
      return t('Press Enter to ask.');
  }
}

/** Whether a key is a letter or a sign that is meant for the question, wherever in the panel it was typed. */
function isForQuestion({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return false;
  return target instanceof Element && target.closest('input, [role="combobox"], [role="menu"]') === null;
}

/** The keys of the panel: Escape goes back to where the focus was before, and what is typed goes into the question. */
function usePanelKeys(onClose: (() => void) | undefined): (event: KeyboardEvent<HTMLElement>) => void {
  const [cameFrom] = useState(() => document.activeElement);
  return (event) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.defaultPrevented || !isInside) return;
    if (event.key === 'Escape' && onClose !== undefined) {
      event.preventDefault();
      onClose();
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
    } else if (isForQuestion(event)) {
      event.stopPropagation();
      focusQuestion();
    }
  };
}

export interface QueryPanelProps {
  readonly target: QueryTarget;
  readonly upsert: UpsertOffer;
  /** Escape closes it; undefined where it is a part of a page. */
  readonly onClose?: () => void;
}

const views = [
  { value: 'passages', label: t('Passages') },
  { value: 'answer', label: t('Answer') },
] as const satisfies readonly { value: AskView; label: string }[];

/** Whether a question gets passages or an answer. The other is for the same question. */
function ViewChoice({ target, view, query }: { target: QueryTarget; view: AskView; query: string }) {
  function choose(chosen: AskView): void {
    chooseAskView(chosen);
    const newest = conversationOf(target.id)?.turns.at(-1)?.question;
    if (chosen === 'passages') {
      if (query === '' && newest !== undefined) setQuestion(target.id, { query: newest });
      showPassages(target);
    } else if (newest === query.trim()) setQuestion(target.id, { query: '' });
    else askForAnswer(target, query);
  }
  return <Segments label={t('Show')} value={view} options={views} onValueChange={choose} />;
}

interface PartProps {
  readonly target: QueryTarget;
  readonly upsert: UpsertOffer;
  readonly session: QuerySession;
  readonly heading: ReactNode;
}

/** The passages that a question finds, as it is typed or with Enter. */
function PassagesPart({ target, upsert, session, heading }: PartProps) {
  const { query } = session;
  function askAgain(question: string): void {
    typeQuestion(target, question);
    submitQuestion(target);
  }
  return (
    <>
      <div className="flex h-8 items-center">{heading}</div>
      <div className="flex flex-col gap-2">
        <QuestionBox
          ownerId={target.id}
          query={query}
          isAsking={session.isAsking}
          onType={(text, isWhole) => typeQuestion(target, text, isWhole)}
          onAsk={() => submitQuestion(target)}
          onDown={() => focusFirstPassage(PASSAGES_ID) || focusRecentQuestion()}
        />
        <SearchChoices target={target} session={session} />
        <p className="text-secondary text-muted">{whenAnswered(target.waits)}</p>
      </div>
      <Passages target={target} session={session} upsert={upsert} onAsk={askAgain} />
    </>
  );
}

/** Asks a flow or a document store, and shows the passages that answer best, or a conversation of answers made of them. */
export function QueryPanel({ target, upsert, onClose }: QueryPanelProps) {
  const session = useQuerySession(target.id);
  const view = useAskView();
  const onKeyDown = usePanelKeys(onClose);
  const heading = <ViewChoice target={target} view={view} query={session.query} />;
  return (
    <section aria-label={t('Ask')} className="flex min-h-full flex-col gap-3" onKeyDown={onKeyDown}>
      <h2 className="sr-only">{t('Ask')}</h2>
      {view === 'answer' ? (
        <ConversationPane target={target} upsert={upsert} heading={heading} />
      ) : (
        <PassagesPart target={target} upsert={upsert} session={session} heading={heading} />
      )}
    </section>
  );
}

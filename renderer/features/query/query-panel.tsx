import { type KeyboardEvent, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { useContentFacets, useFirstSources } from '../../api/contents.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { type Facet, FilterChips, FilterMenu, type MetadataFilter } from '../../ui/controls/filter-menu.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { focusFirstPassage } from '../../ui/passage/passage-list.tsx';
import { type AskView, chooseAskView, useAskView } from './ask-view.ts';
import { askInConversation, conversationOf, leaveConversation, useConversation } from './conversation.ts';
import { ConversationView, focusAnswer } from './conversation-view.tsx';
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
import { rememberQuestion } from './question-history.ts';
import { focusRecentQuestion } from './recent-questions.tsx';
import { WhereItGoes } from './where-it-goes.tsx';

const modes = [
  { value: 'hybrid', label: t('Words and meaning'), help: t('Finds the same words and the same meaning') },
  { value: 'vector', label: t('Meaning'), help: t('Finds other words for the same thing') },
  { value: 'keyword', label: t('Words'), help: t('Finds names, numbers and exact terms') },
] as const satisfies readonly { value: QueryMode; label: string; help: string }[];

const counts = [3, 5, 10, 20].map((count) => ({ value: String(count), label: t('Best {count}', { count }) }));

/** Sources that the menu lists. Of more, one is chosen at one of its passages. */
const LISTED_SOURCES = 100;

/** The facets of the menu, which are read when it opens, or a sentence in their place. */
function useFacets({ id, nodeId }: QueryTarget, isWanted: boolean): readonly Facet[] | string {
  const of = { ownerId: id, nodeId };
  const facets = useContentFacets(of, undefined, isWanted);
  const sources = useFirstSources(of, LISTED_SOURCES, isWanted);
  const error = facets.error ?? sources.error;
  if (error !== null) return error.message;
  if (facets.data === undefined || sources.data === undefined) return t('Looking for what to filter by…');
  const named: Facet = {
    key: 'source',
    values: sources.data.sources.map(({ name, chunks }) => ({ value: name, count: chunks })),
    note:
      sources.data.total > LISTED_SOURCES
        ? t('These are not all sources. To ask another one, find a passage of it and choose “Ask only this source”.')
        : undefined,
  };
  const all = [named, ...facets.data.facets].filter(({ key, values }) => values.length > (key === 'source' ? 1 : 0));
  return all.length === 0 ? t('There is nothing to filter by: all passages have the same metadata.') : all;
}

function Filters({ target, filter }: { readonly target: QueryTarget; readonly filter: MetadataFilter }) {
  const [isWanted, setWanted] = useState(false);
  const facets = useFacets(target, isWanted);
  const onFilter = (changed: MetadataFilter) => changeWay(target, { filter: changed });
  return (
    <>
      <FilterMenu facets={facets} filter={filter} onFilter={onFilter} onOpen={() => setWanted(true)} />
      <FilterChips filter={filter} onFilter={onFilter} />
    </>
  );
}

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
        <Filters target={target} filter={filter} />
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

/** Asks for an answer, and stores the question among the earlier ones. */
function askForAnswer(target: QueryTarget, question: string): void {
  if (question.trim() === '') return;
  rememberQuestion(target.id, question);
  void askInConversation(target, question.trim());
}

/** Whether a question gets passages or an answer. The other is for the same question. */
function ViewChoice({ target, view, query }: { target: QueryTarget; view: AskView; query: string }) {
  const { turns } = useConversation(target.id);
  function choose(chosen: AskView): void {
    chooseAskView(chosen);
    if (chosen === 'passages') showPassages(target);
    else if (conversationOf(target.id).turns[0]?.question !== query.trim()) askForAnswer(target, query);
  }
  return (
    <div className="flex items-center justify-between gap-2">
      <Segments label={t('Show')} value={view} options={views} onValueChange={choose} />
      {view === 'answer' && turns.length > 0 ? (
        <Button
          look="quiet"
          className="-mr-3"
          onClick={() => {
            leaveConversation(target.id);
            setQuestion(target.id, '');
            focusQuestion();
          }}
        >
          {t('New conversation')}
        </Button>
      ) : null}
    </div>
  );
}

interface Asking {
  readonly isBusy: boolean;
  readonly type: (query: string, isWhole?: boolean) => void;
  readonly ask: (query: string) => void;
  /** Goes to what is below the field; false where there is nothing. */
  readonly goDown: () => boolean;
}

/** What the field does: passages come as the question is typed or with Enter, answers with Enter. */
function useAsking(target: QueryTarget, view: AskView, isSearching: boolean): Asking {
  const [newest] = useConversation(target.id).turns;
  if (view === 'answer') {
    return {
      isBusy: newest?.state.step === 'answering',
      type: (query) => setQuestion(target.id, query),
      ask: (query) => askForAnswer(target, query),
      goDown: () => focusAnswer() || focusRecentQuestion(),
    };
  }
  return {
    isBusy: isSearching,
    type: (query, isWhole) => typeQuestion(target, query, isWhole),
    ask: () => submitQuestion(target),
    goDown: () => focusFirstPassage(PASSAGES_ID) || focusRecentQuestion(),
  };
}

/** Asks a flow or a document store, and shows the passages that answer best, or an answer made of them. */
export function QueryPanel({ target, upsert, onClose }: QueryPanelProps) {
  const session = useQuerySession(target.id);
  const view = useAskView();
  const { isBusy, type, ask, goDown } = useAsking(target, view, session.isAsking);
  const onKeyDown = usePanelKeys(onClose);
  const { query } = session;
  function askAgain(question: string): void {
    type(question);
    ask(question);
  }
  return (
    <section aria-label={t('Ask')} className="flex flex-col gap-3" onKeyDown={onKeyDown}>
      <h2 className="sr-only">{t('Ask')}</h2>
      <div className="flex flex-col gap-2">
        <QuestionBox
          ownerId={target.id}
          query={query}
          isAsking={isBusy}
          onType={type}
          onAsk={() => ask(query)}
          onDown={goDown}
        />
        <ViewChoice target={target} view={view} query={query} />
        {view === 'answer' ? <WhereItGoes ownerId={target.id} /> : <SearchChoices target={target} session={session} />}
        <p className="text-secondary text-muted">
          {view === 'answer'
            ? t('Press Enter to ask. The answer is made of sentences of your documents.')
            : whenAnswered(target.waits)}
        </p>
      </div>
      {view === 'answer' ? (
        <ConversationView target={target} upsert={upsert} onAsk={askAgain} />
      ) : (
        <Passages target={target} session={session} upsert={upsert} onAsk={askAgain} />
      )}
    </section>
  );
}

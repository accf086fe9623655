import { FileSearch, ListFilter, MessageCircleQuestion, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueryDoc, VectorQueryResult } from '../../../shared/api/vector.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { showInOriginal } from '../../stores/shown-chunk.ts';
import { useOpenPassage } from '../../stores/use-open-passage.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PassageList } from '../../ui/passage/passage-list.tsx';
import { AskFailure } from './ask-failure.tsx';
import { NothingFitting, NothingUpserted, type UpsertOffer } from './nothing-found.tsx';
import {
  changeWay,
  type QuerySession,
  type QueryState,
  type SubmittedQuestion,
  submitQuestion,
} from './query-session.ts';
import type { QueryTarget } from './query-target.ts';
import { focusQuestion } from './question-box.tsx';
import { rememberQuestion } from './question-history.ts';
import { RecentQuestions } from './recent-questions.tsx';

/** Id of the list of passages, by which the question's field gives it the focus. */
export const PASSAGES_ID = 'passages-found';

/** What the answer may lack, in quiet sentences. */
function Limits({ result }: { readonly result: VectorQueryResult }) {
  const { queryTruncated, meaningAway, phraseNotFound, keywordIndexBehind } = result;
  if ([queryTruncated, meaningAway, phraseNotFound, keywordIndexBehind].every((limit) => limit === undefined))
    return null;
  return (
    <p className="px-1 text-secondary text-muted">
      {queryTruncated === undefined ? null : t('Only the beginning of the question was looked for: it is very long.')}{' '}
      {meaningAway === undefined
        ? null
        : t('The search by meaning is away: its program part crashed. These passages were found by words only.')}{' '}
      {phraseNotFound === undefined
        ? null
        : t('No passage has what stands in quotation marks word by word: its words were looked for one by one.')}{' '}
      {keywordIndexBehind === undefined
        ? null
        : t(
            'The search by words has not read the last {count, plural, one {# change} other {# changes}} yet: ask again in a moment.',
            { count: keywordIndexBehind },
          )}
    </p>
  );
}

function NothingFound({ target, question }: { readonly target: QueryTarget; readonly question: SubmittedQuestion }) {
  const isFiltered = Object.keys(question.filter).length > 0;
  const byWords = question.mode === 'keyword';
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={t('Nothing found')}
      action={
        isFiltered ? (
          <Button onClick={() => changeWay(target, { filter: {} })}>{t('Ask without filters')}</Button>
        ) : (
          <Button onClick={() => changeWay(target, { mode: 'hybrid' })}>{t('Search by meaning too')}</Button>
        )
      }
    >
      {isFiltered
        ? byWords
          ? t('No passage with this metadata has these words.')
          : t('No passage has this metadata.')
        : t('No passage has these words. Try others, or search by meaning.')}
    </EmptyState>
  );
}

/** Where the original of a passage is shown, and how to ask its source alone. */
function PassageActions({
  target,
  doc,
  filter,
}: { readonly target: QueryTarget; readonly doc: QueryDoc } & Pick<SubmittedQuestion, 'filter'>) {
  const { metadata, pageContent } = doc;
  const { source } = metadata;
  if (typeof source !== 'string' || source === '') return null;
  return (
    <>
      <IconButton
        label={t('Show in the original')}
        icon={<FileSearch />}
        onClick={() => {
          showInOriginal({ ownerId: target.id, source }, { text: pageContent, metadata });
        }}
      />
      {filter.source === source ? null : (
        <IconButton
          label={t('Ask only this source')}
          icon={<ListFilter />}
          onClick={() => changeWay(target, { filter: { ...filter, source } })}
        />
      )}
    </>
  );
}

/** The keys of the list, for those who work without the pointer. */
function KeyHints() {
  const hints = [
    ['↓', t('to the passages')],
    ['Enter', t('opens')],
    ['C', t('copies')],
    ['Esc', t('goes back')],
  ] as const;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 px-1 text-secondary text-muted">
      {hints.map(([key, words]) => (
        <span key={key} className="flex items-center gap-1">
          <Kbd>{key}</Kbd> {words}
        </span>
      ))}
    </p>
  );
}

interface AnsweredProps {
  readonly target: QueryTarget;
  readonly state: Extract<QueryState, { step: 'answered' }>;
  readonly upsert: UpsertOffer;
  /** What stands in the field now. */
  readonly query: string;
}

/** @param query the question, where another one stands in the field by now */
function foundWords({ docs, timeTaken }: VectorQueryResult, query: string | undefined): string {
  if (docs.length === 0) return query === undefined ? '' : t('for “{query}”', { query });
  const count = docs.length;
  const ms = formatCount(Math.max(1, Math.round(timeTaken)));
  return query === undefined
    ? t('{count, plural, one {# passage} other {# passages}} in {ms} ms', { count, ms })
    : t('{count, plural, one {# passage} other {# passages}} in {ms} ms for “{query}”', { count, ms, query });
}

function Answered({ target, state, upsert, query }: AnsweredProps) {
  const { question, result } = state;
  const { docs } = result;
  const open = useOpenPassage({ ownerId: target.id, nodeId: target.nodeId });
  const isFiltered = Object.keys(question.filter).length > 0;
  // By meaning some chunk is always the nearest, so nothing at all means that there is none.
  if (docs.length === 0 && target.retriever !== undefined) return <NothingFitting retriever={target.retriever} />;
  if (docs.length === 0 && question.mode !== 'keyword' && !isFiltered) return <NothingUpserted upsert={upsert} />;
  const isOfOther = target.waits !== undefined && query.trim() !== question.query.trim();
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="tabular px-1 text-secondary text-muted">
        {foundWords(result, isOfOther ? question.query.trim() : undefined)}
      </p>
      <Limits result={result} />
      {docs.length === 0 ? (
        <NothingFound target={target} question={question} />
      ) : (
        <>
          <PassageList
            id={PASSAGES_ID}
            label={t('Passages found')}
            passages={docs}
            question={question}
            onOpen={(doc) => void open(doc)}
            onUse={() => rememberQuestion(target.id, question.query)}
            onLeave={focusQuestion}
            actionsOf={(doc) => <PassageActions target={target} doc={doc} filter={question.filter} />}
          />
          <KeyHints />
        </>
      )}
    </div>
  );
}

export interface PassagesProps {
  readonly target: QueryTarget;
  readonly session: QuerySession;
  readonly upsert: UpsertOffer;
  /** Asks an earlier question again. */
  readonly onAsk: (question: string) => void;
}

/** The hits of the question, or why there are none. Before the first question: earlier questions. */
export function Passages({ target, session, upsert, onAsk }: PassagesProps): ReactNode {
  const { state, query, isAsking } = session;
  if (state.step === 'failed') {
    const byWords = () => changeWay(target, { mode: 'keyword' });
    return (
      <AskFailure
        target={target}
        failure={state.failure}
        onRetry={() => submitQuestion(target)}
        other={state.offersWords ? { label: t('Search by words only'), onClick: byWords } : undefined}
      />
    );
  }
  if (state.step === 'answered') return <Answered target={target} state={state} upsert={upsert} query={query} />;
  return (
    <>
      <p role="status" className="sr-only">
        {isAsking ? t('Searching') : ''}
      </p>
      {query === '' ? (
        <RecentQuestions ownerId={target.id} onAsk={onAsk}>
          <EmptyState icon={<MessageCircleQuestion aria-hidden="true" />} title={t('Ask your documents')}>
            {t('The passages that answer best will be here, with the place where they stand.')}
          </EmptyState>
        </RecentQuestions>
      ) : null}
    </>
  );
}

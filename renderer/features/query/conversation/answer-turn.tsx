import { FileSearch, LoaderCircle, SearchX } from 'lucide-react';
import { memo, type Ref, useState } from 'react';
import type { FoundPassage } from '../../../../shared/api/predictions.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useOpenPassage } from '../../../stores/use-open-passage.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PassageList } from '../../../ui/passage/passage-list.tsx';
import { AskFailure } from '../ask-failure.tsx';
import { NothingFitting, NothingUpserted, type UpsertOffer } from '../nothing-found.tsx';
import { setQuestion } from '../query-session.ts';
import type { QueryTarget } from '../query-target.ts';
import { AnswerMade } from './answer-details.tsx';
import { AnswerText } from './answer-text.tsx';
import { UsedSources, useOpenCited } from './citation.tsx';
import type { Turn } from './turn.ts';
import { TurnActions } from './turn-actions.tsx';
import { TurnQuestion } from './turn-question.tsx';

interface TurnProps {
  readonly target: QueryTarget;
  readonly turn: Turn;
}

interface PassagesOfTurnProps extends TurnProps {
  readonly label: string;
  readonly passages: readonly FoundPassage[];
  readonly isOpenAtFirst: boolean;
}

/** Passages that were found and are not cited. */
function PassagesOfTurn({ target, turn, label, passages, isOpenAtFirst }: PassagesOfTurnProps) {
  const [isToggled, setIsToggled] = useState(false);
  const open = useOpenPassage({ ownerId: target.id, nodeId: target.nodeId });
  const show = useOpenCited(target);
  if (passages.length === 0) return null;
  const isOpen = isOpenAtFirst !== isToggled;
  return (
    <div className="flex flex-col gap-2">
      <Disclosure
        label={label}
        aside={<span className="tabular ml-1 font-normal">{passages.length}</span>}
        isOpen={isOpen}
        onToggle={() => setIsToggled(!isToggled)}
      />
      {isOpen ? (
        <PassageList
          label={label}
          passages={passages}
          question={{ query: turn.question, mode: 'hybrid' }}
          showsRelevance
          onOpen={(passage) => void open(passage)}
          actionsOf={(passage) => (
            <IconButton label={t('Show in the original')} icon={<FileSearch />} onClick={() => show(passage)} />
          )}
        />
      ) : null}
    </div>
  );
}

/** How the answer ended, if not with an answer. */
function TurnEnd({ target, turn, onAskAgain }: TurnProps & { readonly onAskAgain: () => void }) {
  const { state, text } = turn;
  if (state.step === 'answering') {
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
        {text === '' ? t('Looking in your documents…') : t('Answering…')}
      </p>
    );
  }
  if (state.step === 'failed') return <AskFailure target={target} failure={state} onRetry={onAskAgain} />;
  if (state.step === 'answered') return null;
  return (
    <p role="status" className="text-secondary text-muted">
      {text === '' ? t('Stopped before there was an answer.') : t('Stopped. This is what there was by then.')}
    </p>
  );
}

function passagesLabel({ state, citations, text }: Turn): string {
  if (citations.length > 0) return t('Also found');
  return state.step === 'answered' && text !== '' ? t('Nearest passages') : t('Passages found');
}

export interface AnswerTurnProps extends TurnProps {
  readonly isNewest: boolean;
  /** Behind what is read first of the answer: what was only found stands below. */
  readonly end: Ref<HTMLDivElement> | undefined;
  readonly upsert: UpsertOffer;
  /** Asks another question in the place of this one. */
  readonly onAskInstead: (turn: Turn, question: string) => void;
}

/** No passage has the metadata of the filter. */
function NothingWithMetadata({ ownerId, onAskAgain }: { readonly ownerId: string; readonly onAskAgain: () => void }) {
  const askWithout = () => {
    setQuestion(ownerId, { filter: {} });
    onAskAgain();
  };
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={t('Nothing found')}
      action={<Button onClick={askWithout}>{t('Ask without filters')}</Button>}
    >
      {t('No passage has this metadata.')}
    </EmptyState>
  );
}

/** The answer: what it cites, and apart from that what was only found. */
function Answer({ target, turn, isNewest, end, upsert, onAskInstead }: AnswerTurnProps) {
  const open = useOpenCited(target);
  const { question, filter, citations, passages, hasSearched, state, text, details } = turn;
  const askAgain = () => onAskInstead(turn, question);
  // Of a stored turn it is not known any more why nothing was found: its words say that much.
  if (state.step === 'answered' && hasSearched && passages.length === 0 && filter !== undefined) {
    if (Object.keys(filter).length > 0) return <NothingWithMetadata ownerId={target.id} onAskAgain={askAgain} />;
    return target.retriever === undefined ? (
      <NothingUpserted upsert={upsert} />
    ) : (
      <NothingFitting retriever={target.retriever} />
    );
  }
  const isMarkdown = details === undefined ? target.hasModel === true : details.model !== undefined;
  const hasEnd = state.step === 'answering' || (state.step === 'failed' && text === '');
  const used = new Set(citations.map(({ sourceIndex }) => sourceIndex));
  return (
    <>
      <AnswerText target={target} turn={turn} isMarkdown={isMarkdown} isHeard={isNewest} />
      <UsedSources citations={citations} passages={passages} onOpen={open} />
      <TurnEnd target={target} turn={turn} onAskAgain={askAgain} />
      <AnswerMade details={details} />
      {hasEnd ? null : <TurnActions ownerId={target.id} turn={turn} onAskAgain={askAgain} />}
      <div ref={end} />
      <PassagesOfTurn
        target={target}
        turn={turn}
        label={passagesLabel(turn)}
        passages={passages.filter((_, index) => !used.has(index))}
        isOpenAtFirst={isNewest && citations.length === 0 && state.step !== 'answering'}
      />
    </>
  );
}

/** A question with its answer. Those that do not change are not drawn again while another one grows. */
export const AnswerTurn = memo(function AnswerTurn(props: AnswerTurnProps) {
  const { turn, onAskInstead } = props;
  return (
    <article aria-label={turn.question} aria-busy={turn.state.step === 'answering'} className="flex flex-col gap-2">
      <TurnQuestion question={turn.question} onAskInstead={(question) => onAskInstead(turn, question)} />
      <Answer {...props} />
    </article>
  );
});

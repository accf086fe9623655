import { FileSearch, LoaderCircle, Square } from 'lucide-react';
import { useState } from 'react';
import type { FoundPassage } from '../../../shared/api/predictions.ts';
import { t } from '../../../shared/texts/t.ts';
import { useOpenPassage } from '../../stores/use-open-passage.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { PassageList } from '../../ui/passage/passage-list.tsx';
import { CitationChip, UsedSources, useOpenCited } from './citation.tsx';
import { answerAsMarkdown, partAtCitations } from './cited-text.ts';
import { askInConversation, stopAnswer, type Turn } from './conversation.ts';
import { NothingFitting, NothingUpserted, type UpsertOffer } from './nothing-found.tsx';
import type { QueryTarget } from './query-target.ts';

interface TurnProps {
  readonly target: QueryTarget;
  readonly turn: Turn;
}

/** The answer with its numbers. Screen readers hear each sentence once it is whole; the one that is not checked yet is muted. */
function AnswerText({ target, turn }: TurnProps) {
  const open = useOpenCited(target);
  const pieces = partAtCitations(turn);
  const isOpen = turn.state.step === 'answering' && pieces.at(-1)?.citations.length === 0;
  const whole = isOpen ? pieces.slice(0, -1) : pieces;
  return (
    <p dir="auto" className="leading-6 break-words whitespace-pre-line">
      <span aria-live="polite">
        {whole.map(({ text, citations }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an answer never change their order.
          <span key={index}>
            {text}
            {citations.map((citation, place) => {
              const passage = turn.passages[citation.sourceIndex];
              if (passage === undefined) return null;
              return (
                <CitationChip
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor do the citations of a piece.
                  key={place}
                  citation={citation}
                  passage={passage}
                  onOpen={() => open(passage, citation)}
                />
              );
            })}
          </span>
        ))}
      </span>
      {isOpen ? <span className="text-muted">{pieces.at(-1)?.text}</span> : null}
    </p>
  );
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

/** How the answer ended, if not with an answer, and what can be done with it. */
function TurnEnd({ target, turn }: TurnProps) {
  const { state, text } = turn;
  if (state.step === 'answering') {
    return (
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="flex items-center gap-2 text-muted">
          <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
          {text === '' ? t('Looking in your documents…') : t('Answering…')}
        </p>
        <Button icon={<Square aria-hidden="true" />} onClick={() => stopAnswer(target.id)}>
          {t('Stop')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {state.step === 'failed' ? (
        <ErrorNotice
          {...splitMessage(state.message)}
          action={{ label: t('Try again'), onClick: () => void askInConversation(target, turn.question) }}
        />
      ) : null}
      {state.step === 'stopped' ? (
        <p role="status" className="text-secondary text-muted">
          {text === '' ? t('Stopped before there was an answer.') : t('Stopped. This is what there was by then.')}
        </p>
      ) : null}
      {text === '' ? null : (
        <CopyButton className="self-start" text={answerAsMarkdown(turn)} label={t('Copy the answer')} />
      )}
    </>
  );
}

function passagesLabel({ state, citations, text }: Turn): string {
  if (citations.length > 0) return t('Also found');
  return state.step === 'answered' && text !== '' ? t('Nearest passages') : t('Passages found');
}

export interface AnswerTurnProps extends TurnProps {
  readonly isNewest: boolean;
  readonly upsert: UpsertOffer;
}

/** A question with its answer: what it cites, and apart from that what was only found. */
export function AnswerTurn({ target, turn, isNewest, upsert }: AnswerTurnProps) {
  const open = useOpenCited(target);
  const { question, citations, passages, state } = turn;
  const used = new Set(citations.map(({ sourceIndex }) => sourceIndex));
  const heading = (
    <h3 dir="auto" className="font-semibold break-words">
      {question}
    </h3>
  );
  if (state.step === 'answered' && passages.length === 0) {
    return (
      <article aria-label={question}>
        {heading}
        {target.retriever === undefined ? (
          <NothingUpserted upsert={upsert} />
        ) : (
          <NothingFitting retriever={target.retriever} />
        )}
      </article>
    );
  }
  return (
    <article aria-label={question} aria-busy={state.step === 'answering'} className="flex flex-col gap-2">
      {heading}
      <AnswerText target={target} turn={turn} />
      <UsedSources citations={citations} passages={passages} onOpen={open} />
      <TurnEnd target={target} turn={turn} />
      <PassagesOfTurn
        target={target}
        turn={turn}
        label={passagesLabel(turn)}
        passages={passages.filter((_, index) => !used.has(index))}
        isOpenAtFirst={isNewest && citations.length === 0 && state.step !== 'answering'}
      />
    </article>
  );
}

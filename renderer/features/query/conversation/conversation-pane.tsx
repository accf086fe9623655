import { ArrowDown, Download, History, MessageCircleQuestion, SquarePen } from 'lucide-react';
import { type ReactNode, type Ref, useCallback, useRef, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { fileNameFor, saveText } from '../../../ui/save-file.ts';
import { AskFailure } from '../ask-failure.tsx';
import { Filters } from '../filters.tsx';
import type { UpsertOffer } from '../nothing-found.tsx';
import { setQuestion, useQuerySession } from '../query-session.ts';
import type { QueryTarget } from '../query-target.ts';
import { focusQuestion, QuestionBox } from '../question-box.tsx';
import { rememberQuestion } from '../question-history.ts';
import { focusRecentQuestion, RecentQuestions } from '../recent-questions.tsx';
import { WhereItGoes } from '../where-it-goes.tsx';
import { AnswerTurn } from './answer-turn.tsx';
import { conversationAsMarkdown } from './cited-text.ts';
import {
  askInConversation,
  askInstead,
  type Conversation,
  leaveConversation,
  openConversation,
  readOpenConversation,
  stopAnswer,
  useConversation,
} from './conversation.ts';
import { ConversationList, type ConversationListProps } from './conversation-list.tsx';
import type { Turn } from './turn.ts';
import { useFollowing } from './use-following.ts';

const LIST_ID = 'conversation';

/** Puts the focus on the first citation of the newest answer, or on what else can be done there; false if there is none. */
function focusAnswer(): boolean {
  const newest = document.getElementById(LIST_ID)?.lastElementChild;
  const first = newest?.querySelector<HTMLElement>('[data-citation]') ?? newest?.querySelector('button');
  first?.focus();
  return first != null;
}

/** Asks for an answer, and stores the question among the earlier ones. */
export function askForAnswer(target: QueryTarget, question: string): void {
  if (question.trim() === '') return;
  rememberQuestion(target.id, question);
  setQuestion(target.id, { query: '' });
  void askInConversation(target, question.trim());
}

interface ToolsProps {
  readonly ownerId: string;
  readonly turns: readonly Turn[];
  readonly isListed: boolean;
  readonly onList: () => void;
  readonly onLeave: () => void;
}

/** What can be done with the conversation. */
function Tools({ ownerId, turns, isListed, onList, onLeave }: ToolsProps) {
  const name = turns[0]?.question ?? '';
  return (
    <div className="-mr-2 flex items-center">
      <IconButton label={t('Conversations')} icon={<History />} aria-pressed={isListed} onClick={onList} />
      {turns.length === 0 ? null : (
        <>
          <IconButton
            label={t('Save the conversation')}
            hint={t('Save the conversation with its sources, as Markdown')}
            icon={<Download />}
            onClick={() =>
              void saveText(fileNameFor(name.slice(0, 80), 'md'), conversationAsMarkdown(turns), 'text/markdown')
            }
          />
          <IconButton
            label={t('New conversation')}
            icon={<SquarePen />}
            onClick={() => {
              leaveConversation(ownerId);
              onLeave();
            }}
          />
        </>
      )}
    </div>
  );
}

interface TurnsProps {
  readonly target: QueryTarget;
  readonly conversation: Conversation;
  readonly upsert: UpsertOffer;
  readonly onAsk: (question: string) => void;
  readonly end: Ref<HTMLDivElement>;
}

/** The questions with their answers. Before the first: earlier questions. */
function Turns({ target, conversation, upsert, onAsk, end }: TurnsProps) {
  const { turns, reading } = conversation;
  const onAskInstead = useCallback((turn: Turn, question: string) => void askInstead(target, turn, question), [target]);
  if (reading.step === 'failed')
    return <AskFailure target={target} failure={reading} onRetry={() => void readOpenConversation(target.id)} />;
  if (reading.step === 'reading') return null;
  if (turns.length === 0) {
    return (
      <RecentQuestions ownerId={target.id} onAsk={onAsk}>
        <EmptyState icon={<MessageCircleQuestion aria-hidden="true" />} title={t('Ask your documents')}>
          {t('The answer will be here, with the sentences that it is from.')}
        </EmptyState>
      </RecentQuestions>
    );
  }
  const last = turns.length - 1;
  return (
    <ol id={LIST_ID} aria-label={t('Conversation')} className="flex flex-col gap-6">
      {turns.map((turn, index) => (
        <li key={turn.key}>
          <AnswerTurn
            target={target}
            turn={turn}
            isNewest={index === last}
            end={index === last ? end : undefined}
            upsert={upsert}
            onAskInstead={onAskInstead}
          />
        </li>
      ))}
    </ol>
  );
}

interface ComposerProps {
  readonly target: QueryTarget;
  readonly isAnswering: boolean;
  readonly onAsk: (question: string) => void;
}

/** The field of the next question, and what it is asked of. */
function Composer({ target, isAnswering, onAsk }: ComposerProps) {
  const { query, filter } = useQuerySession(target.id);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Filters target={target} filter={filter} onFilter={(changed) => setQuestion(target.id, { filter: changed })} />
      </div>
      <QuestionBox
        ownerId={target.id}
        query={query}
        isAsking={isAnswering}
        onType={(text) => setQuestion(target.id, { query: text })}
        onAsk={() => onAsk(query)}
        onDown={() => focusAnswer() || focusRecentQuestion()}
        onStop={isAnswering ? () => stopAnswer(target.id) : undefined}
      />
      <WhereItGoes ownerId={target.id} />
    </>
  );
}

/** The list in the place of the conversation; Escape goes back to that. */
function Listed({ onLeave, ...list }: ConversationListProps & { readonly onLeave: () => void }) {
  return (
    <section
      aria-label={t('Conversations')}
      className="flex-1"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
    >
      <ConversationList autoFocus {...list} />
    </section>
  );
}

export interface ConversationPaneProps {
  readonly target: QueryTarget;
  readonly upsert: UpsertOffer;
  /** At the left of what can be done with the conversation. */
  readonly heading: ReactNode;
}

/** The conversation with a flow or a document store, the newest question last, and the field of the next one, which stays in view. */
export function ConversationPane({ target, upsert, heading }: ConversationPaneProps) {
  const conversation = useConversation(target.id);
  const [isListed, setIsListed] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const { turns } = conversation;
  const { isAtEnd, goToEnd } = useFollowing(end, cover, turns);
  const isAnswering = turns.at(-1)?.state.step === 'answering';
  function leaveList(): void {
    setIsListed(false);
    focusQuestion();
  }
  function ask(question: string): void {
    askForAnswer(target, question);
    setIsListed(false);
    goToEnd();
  }
  return (
    <>
      <div className="sticky top-0 z-10 -mx-1 -mt-4 flex items-center justify-between gap-2 bg-surface px-1 pt-4 pb-1">
        {heading}
        <Tools
          ownerId={target.id}
          turns={turns}
          isListed={isListed}
          onList={() => (isListed ? leaveList() : setIsListed(true))}
          onLeave={leaveList}
        />
      </div>
      {isListed ? (
        <Listed
          ownerId={target.id}
          currentChatId={conversation.chatId}
          onOpen={({ chatId }) => {
            void openConversation(target.id, chatId);
            leaveList();
          }}
          onLeave={leaveList}
        />
      ) : (
        <div className="flex-1">
          <Turns target={target} conversation={conversation} upsert={upsert} onAsk={ask} end={end} />
        </div>
      )}
      <div ref={cover} className="sticky bottom-0 z-10 -mx-1 -mb-4 flex flex-col gap-2 bg-surface px-1 pt-2 pb-4">
        {isAtEnd || isListed ? null : (
          <Button
            className="absolute bottom-full left-1/2 mb-2 -translate-x-1/2 rounded-full bg-raised shadow-float"
            icon={<ArrowDown aria-hidden="true" />}
            onClick={() => {
              goToEnd();
              focusQuestion();
            }}
          >
            {t('To the end')}
          </Button>
        )}
        <Composer target={target} isAnswering={isAnswering} onAsk={ask} />
      </div>
    </>
  );
}

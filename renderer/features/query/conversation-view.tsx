import { MessageCircleQuestion } from 'lucide-react';
import { t } from '../../../shared/texts/t.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AnswerTurn } from './answer-turn.tsx';
import { useConversation } from './conversation.ts';
import type { UpsertOffer } from './nothing-found.tsx';
import type { QueryTarget } from './query-target.ts';
import { RecentQuestions } from './recent-questions.tsx';

const LIST_ID = 'conversation';

/** Puts the focus on the first citation or button of the newest answer; false if there is none. */
export function focusAnswer(): boolean {
  const first = document.getElementById(LIST_ID)?.querySelector('button');
  first?.focus();
  return first != null;
}

interface ConversationViewProps {
  readonly target: QueryTarget;
  readonly upsert: UpsertOffer;
  readonly onAsk: (question: string) => void;
}

/** The conversation with a flow or a store, newest question first. Before the first: earlier questions. */
export function ConversationView({ target, upsert, onAsk }: ConversationViewProps) {
  const { turns } = useConversation(target.id);
  if (turns.length === 0) {
    return (
      <RecentQuestions ownerId={target.id} onAsk={onAsk}>
        <EmptyState icon={<MessageCircleQuestion aria-hidden="true" />} title={t('Ask your documents')}>
          {t('The answer will be here, with the sentences that it is from.')}
        </EmptyState>
      </RecentQuestions>
    );
  }
  return (
    <ol id={LIST_ID} aria-label={t('Conversation')} className="flex flex-col gap-5">
      {turns.map((turn) => (
        <li key={turn.number} className="border-border not-first:border-t not-first:pt-4">
          <AnswerTurn target={target} turn={turn} isNewest={turn.number === turns.length} upsert={upsert} />
        </li>
      ))}
    </ol>
  );
}

import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';
import { moveInList } from '../../ui/move-in-list.ts';
import { focusQuestion } from './question-box.tsx';
import { clearQuestions, useQuestionHistory } from './question-history.ts';

const LIST_ID = 'recent-questions';

/** Puts the focus on the newest question; false if there is none. */
export function focusRecentQuestion(): boolean {
  const first = document.getElementById(LIST_ID)?.querySelector('button');
  first?.focus();
  return first != null;
}

interface RecentQuestionsProps {
  readonly ownerId: string;
  readonly onAsk: (question: string) => void;
  /** Shown where there are no questions yet. */
  readonly children: ReactNode;
}

/** Earlier questions, to ask them again. */
export function RecentQuestions({ ownerId, onAsk, children }: RecentQuestionsProps) {
  const questions = useQuestionHistory(ownerId);
  if (questions.length === 0) return children;
  return (
    <section aria-labelledby="recent-questions-title" className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <h3 id="recent-questions-title" className="font-semibold">
          {t('Asked before')}
        </h3>
        <Button
          look="quiet"
          className="-mr-3"
          onClick={() => {
            clearQuestions(ownerId);
            focusQuestion();
          }}
        >
          {t('Clear')}
        </Button>
      </div>
      <ul
        id={LIST_ID}
        className="-mx-2 flex flex-col"
        onKeyDown={(event) => {
          const isLeft = event.key === 'Escape' || moveInList(event.currentTarget, event, 'button') === 'before';
          if (!isLeft) return;
          event.preventDefault();
          focusQuestion();
        }}
      >
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              className="flex min-h-8 w-full items-center gap-2 rounded-control px-2 py-1 text-left hover:bg-hover focus-visible:bg-hover"
              onClick={() => {
                onAsk(question);
                focusQuestion();
              }}
            >
              <History aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
              <span className="line-clamp-2 min-w-0 break-words">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

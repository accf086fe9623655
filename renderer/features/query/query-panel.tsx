import { type KeyboardEvent, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { focusFirstPassage } from '../../ui/passage/passage-list.tsx';
import { Answer, PASSAGES_ID, type UpsertOffer } from './answer.tsx';
import { useQuerySession } from './query-session.ts';
import type { QueryTarget, WaitReason } from './query-target.ts';
import { focusQuestion, QuestionBox } from './question-box.tsx';
import { focusRecentQuestion } from './recent-questions.tsx';
import { SearchChoices } from './search-choices.tsx';

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

/** Asks a flow or a document store, and shows the passages that answer best. */
export function QueryPanel({ target, upsert, onClose }: QueryPanelProps) {
  const session = useQuerySession(target.id);
  const onKeyDown = usePanelKeys(onClose);
  return (
    <section aria-label={t('Ask')} className="flex flex-col gap-3" onKeyDown={onKeyDown}>
      <h2 className="sr-only">{t('Ask')}</h2>
      <div className="flex flex-col gap-2">
        <QuestionBox
          target={target}
          session={session}
          onDown={() => focusFirstPassage(PASSAGES_ID) || focusRecentQuestion()}
        />
        <SearchChoices target={target} session={session} />
        <p className="text-secondary text-muted">{whenAnswered(target.waits)}</p>
      </div>
      <Answer target={target} session={session} upsert={upsert} />
    </section>
  );
}

import { Check, Copy, RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { t } from '../../../../shared/texts/t.ts';
import type { Rating } from '../../../api/conversations.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { answerAsMarkdown } from './cited-text.ts';
import { rateTurn } from './conversation.ts';
import type { Turn } from './turn.ts';

function CopyAnswer({ turn }: { readonly turn: Turn }) {
  const { isCopied, copy } = useCopy(answerAsMarkdown(turn));
  return (
    <IconButton
      label={isCopied ? t('Copied') : t('Copy the answer')}
      hint={isCopied ? t('Copied') : t('Copy the answer with its sources, as Markdown')}
      icon={isCopied ? <Check /> : <Copy />}
      onClick={copy}
    />
  );
}

const RATINGS = [
  { rating: 'THUMBS_UP', label: t('Good answer'), Icon: ThumbsUp },
  { rating: 'THUMBS_DOWN', label: t('Bad answer'), Icon: ThumbsDown },
] as const satisfies readonly { rating: Rating; label: string; Icon: unknown }[];

interface TurnActionsProps {
  readonly ownerId: string;
  readonly turn: Turn;
  readonly onAskAgain: () => void;
}

/** What can be done with an answer. */
export function TurnActions({ ownerId, turn, onAskAgain }: TurnActionsProps) {
  const { text, state, answerId, feedback } = turn;
  const isRated = state.step === 'answered' && answerId !== undefined;
  return (
    <div className="-ml-2 flex items-center">
      {text === '' ? null : <CopyAnswer turn={turn} />}
      <IconButton label={t('Ask again')} icon={<RotateCcw />} onClick={onAskAgain} />
      {isRated
        ? RATINGS.map(({ rating, label, Icon }) => (
            <IconButton
              key={rating}
              label={label}
              aria-pressed={feedback?.rating === rating}
              icon={<Icon className={feedback?.rating === rating ? 'fill-current' : undefined} />}
              onClick={() => void rateTurn(ownerId, turn, rating)}
            />
          ))
        : null}
    </div>
  );
}

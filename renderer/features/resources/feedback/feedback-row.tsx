import { ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react';
import type { Feedback } from '../../../../shared/api/feedback.ts';
import { t } from '../../../../shared/texts/t.ts';
import { hrefOf } from '../../../stores/router.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';

export interface FeedbackRowProps {
  readonly row: Feedback;
  readonly flowName: string;
  readonly onDelete: () => void;
}

/** What somebody said of one answer. */
export function FeedbackRow({ row, flowName, onDelete }: FeedbackRowProps) {
  const { rating, content, chatflowid, createdDate, chatId } = row;
  const isGood = rating === 'THUMBS_UP';
  return (
    <div className="flex min-h-16 items-center gap-4 border-b border-border px-6 py-2">
      <span className="w-20 shrink-0">
        <StatusBadge
          tone={isGood ? 'success' : 'danger'}
          icon={isGood ? <ThumbsUp aria-hidden="true" /> : <ThumbsDown aria-hidden="true" />}
        >
          {isGood ? t('Good') : t('Bad')}
        </StatusBadge>
      </span>
      <div className="min-w-0 flex-1">
        <p className={content ? 'break-words' : 'text-muted'}>{content || t('No comment')}</p>
        <p className="truncate text-secondary text-muted">
          <a href={hrefOf({ page: 'editor', chatflowId: chatflowid })} className="underline hover:text-ink">
            {flowName}
          </a>{' '}
          · {t('Chat {id}', { id: chatId })} · <TimeAgo date={createdDate} />
        </p>
      </div>
      <IconButton label={t('Delete this feedback')} icon={<Trash2 />} onClick={onDelete} />
    </div>
  );
}

import { CircleAlert, Info, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useNotices } from '../../../api/notices.ts';
import { useActivity, useClearActivity } from '../../../stores/activity/activity.ts';
import type { Activity } from '../../../stores/activity/activity-database.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { EVERYTHING, ProblemSearch } from '../problem-search.tsx';

/** Rows that are shown; more come with a search. */
const SHOWN = 200;

function Row({ activity }: { readonly activity: Activity }) {
  const isProblem = activity.kind === 'problem';
  return (
    <li className="flex gap-3 border-b border-border py-2.5 last:border-b-0">
      {isProblem ? (
        <CircleAlert aria-label={t('Problem')} className="mt-0.5 size-4 shrink-0 text-danger" />
      ) : (
        <Info aria-label={t('Notice')} className="mt-0.5 size-4 shrink-0 text-muted" />
      )}
      <p className="min-w-0 flex-1 break-words">{activity.message}</p>
      <span className="shrink-0 text-secondary text-muted">
        <TimeAgo date={new Date(activity.at).toISOString()} />
      </span>
    </li>
  );
}

/** What the server has to say now. */
function ServerNotices() {
  const notices = useNotices();
  if (notices.length === 0) return null;
  return (
    <ul aria-label={t('Notices of the server')} className="mb-6">
      {notices.map(({ message }) => (
        <li key={message} className="mb-2 rounded-control bg-warning-soft px-3 py-2 break-words">
          {message}
        </li>
      ))}
    </ul>
  );
}

function ActivityList({ activities }: { readonly activities: readonly Activity[] }) {
  const [wish, setWish] = useState(EVERYTHING);
  const [isAsking, setAsking] = useState(false);
  const clear = useClearActivity();
  const wanted = wish.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = activities.filter(
    ({ kind, message }) =>
      (!wish.isOnlyProblems || kind === 'problem') && wanted.every((word) => message.toLowerCase().includes(word)),
  );
  return (
    <>
      <ProblemSearch label={t('Search the activity')} wish={wish} onWish={setWish}>
        <Button look="quiet-danger" onClick={() => setAsking(true)}>
          {t('Clear')}
        </Button>
      </ProblemSearch>
      <p role="status" className="mb-1 text-secondary text-muted">
        {found.length > SHOWN
          ? t('The newest {shown} of {count, plural, one {# message} other {# messages}}', {
              shown: SHOWN,
              count: found.length,
            })
          : t('{count, plural, one {# message} other {# messages}}', { count: found.length })}
      </p>
      <ul aria-label={t('Activity')}>
        {found.slice(0, SHOWN).map((activity) => (
          <Row key={activity.id} activity={activity} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Clear the activity?')}
        confirmLabel={t('Clear')}
        onConfirm={() => {
          setAsking(false);
          clear.mutate(undefined, { onError: (error) => showErrorToast(messageOf(error)) });
        }}
        onCancel={() => setAsking(false)}
      >
        {t('The list of messages in this browser goes. Runs and their history stay.')}
      </ConfirmDialog>
    </>
  );
}

export function ActivitySection() {
  return (
    <>
      <ServerNotices />
      <QueryState query={useActivity()} loading={t('Reading the activity…')}>
        {(activities) =>
          activities.length === 0 ? (
            <EmptyState icon={<MessageSquare aria-hidden="true" />} title={t('Messages will be here')}>
              {t('Every short message at the top of the window is kept here for 30 days, so that none is missed.')}
            </EmptyState>
          ) : (
            <ActivityList activities={activities} />
          )
        }
      </QueryState>
    </>
  );
}

import { t } from '../../../shared/texts/t.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { ErrorNotice, type ErrorNoticeProps } from '../../ui/feedback/error-notice.tsx';

export interface FailedFilesProps {
  readonly run: ActiveRun;
  /** What tries them again; undefined when this page does not have them. */
  readonly retryOf: (run: ActiveRun) => ErrorNoticeProps['action'];
}

/** "2 files could not be read.", "More than 100 files could not be read.", "1 file was read in part." */
function describeFailed({ failedFiles, hasMoreFailed }: ActiveRun): string {
  const count = failedFiles.filter(({ isPartial }) => isPartial !== true).length;
  const inPart = t('{count, plural, one {# file was} other {# files were}} read in part.', {
    count: new Set(failedFiles.flatMap(({ name, isPartial }) => (isPartial === true ? [name] : []))).size,
  });
  if (count === 0) return inPart;
  const unread = describeUnread(failedFiles, count, hasMoreFailed);
  return count === failedFiles.length ? unread : `${unread} ${inPart}`;
}

function describeUnread(failedFiles: ActiveRun['failedFiles'], count: number, hasMoreFailed: boolean): string {
  if (failedFiles.every(({ name }) => name.includes('://'))) {
    return hasMoreFailed
      ? t('More than {count, plural, one {# page} other {# pages}} could not be read.', { count })
      : t('{count, plural, one {# page} other {# pages}} could not be read.', { count });
  }
  return hasMoreFailed
    ? t('More than {count, plural, one {# file} other {# files}} could not be read.', { count })
    : t('{count, plural, one {# file} other {# files}} could not be read.', { count });
}

/** What a run that has finished could not read, each with the reason. */
export function FailedFiles({ run, retryOf }: FailedFilesProps) {
  if (run.failedFiles.length === 0) return null;
  return (
    <ErrorNotice
      whatHappened={describeFailed(run)}
      whatToDo={t('The list of files says why. Everything else is stored, and what was stored of them before is kept.')}
      action={retryOf(run)}
    />
  );
}

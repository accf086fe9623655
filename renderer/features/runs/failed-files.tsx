import { t } from '../../../shared/texts/t.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { ErrorNotice, type ErrorNoticeProps } from '../../ui/feedback/error-notice.tsx';

export interface FailedFilesProps {
  readonly run: ActiveRun;
  /** What tries them again; undefined when this page does not have them. */
  readonly retryOf: (run: ActiveRun) => ErrorNoticeProps['action'];
}

/** "2 files could not be read.", "More than 100 files could not be read." */
function describeFailed({ failedFiles, hasMoreFailed }: ActiveRun): string {
  const count = failedFiles.length;
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

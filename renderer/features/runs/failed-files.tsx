import { countOf } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { ErrorNotice, type ErrorNoticeProps } from '../../ui/feedback/error-notice.tsx';

export interface FailedFilesProps {
  readonly run: ActiveRun;
  /** What tries them again; undefined when this page does not have them. */
  readonly retryOf: (run: ActiveRun) => ErrorNoticeProps['action'];
}

/** "2 files", "More than 100 files". */
function describeNumber({ failedFiles, hasMoreFailed }: ActiveRun): string {
  const count = countOf(failedFiles.length, failedFiles.every(({ name }) => name.includes('://')) ? 'page' : 'file');
  return hasMoreFailed ? t('More than {count}', { count }) : count;
}

/** What a run that has finished could not read, each with the reason. */
export function FailedFiles({ run, retryOf }: FailedFilesProps) {
  if (run.failedFiles.length === 0) return null;
  return (
    <ErrorNotice
      whatHappened={t('{run} could not be read.', { run: describeNumber(run) })}
      whatToDo={t('The list of files says why. Everything else is stored, and what was stored of them before is kept.')}
      action={retryOf(run)}
    />
  );
}

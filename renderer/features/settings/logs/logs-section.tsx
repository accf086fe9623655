import { ScrollText } from 'lucide-react';
import type { CrashReport } from '../../../../shared/ipc/log-tail.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useCrashReports, useLog } from '../../../api/logs.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { FolderButton } from '../folder-button.tsx';
import { SettingGroup } from '../setting-group.tsx';
import { LogLines } from './log-lines.tsx';

/** A row that opens to what is known. */
function Report({ report: { name, text } }: { readonly report: CrashReport }) {
  return (
    <li className="border-b border-border last:border-b-0">
      <details>
        <summary className="cursor-pointer py-2 font-mono text-secondary">{name}</summary>
        <pre className="overflow-x-auto pb-3 font-mono text-secondary whitespace-pre-wrap">{text}</pre>
        <CopyButton className="mb-3" label={t('Copy the report')} text={text} />
      </details>
    </li>
  );
}

/** What the server has written down, and what is known of crashes. Only in the app: a browser reads no files. */
export function LogsSection() {
  return (
    <>
      <SettingGroup
        title={t('Log')}
        help={t('It may name your files and flows: look through it before you pass it on.')}
      >
        <QueryState query={useLog()} loading={t('Reading the log…')}>
          {(log) =>
            log.lines.length === 0 ? (
              <EmptyState icon={<ScrollText aria-hidden="true" />} title={t('The log will be here')}>
                {t(
                  'The server writes down what it does by itself; server and window, what goes wrong. So far there is nothing.',
                )}
              </EmptyState>
            ) : (
              <LogLines log={log} folderButton={<FolderButton folder="logs" label={t('Open the folder')} />} />
            )
          }
        </QueryState>
      </SettingGroup>
      <SettingGroup
        title={t('Crash reports')}
        help={t(
          'When the server or the page ends unexpectedly, what is known of it is kept here. Nothing is sent to anybody: you decide whether to show a report to someone.',
        )}
      >
        <QueryState query={useCrashReports()} loading={t('Looking for reports…')}>
          {(reports) =>
            reports.length === 0 ? (
              <p className="text-muted">{t('There are none.')}</p>
            ) : (
              <>
                <FolderButton folder="crash-reports" label={t('Open the folder')} />
                <ul aria-label={t('Crash reports')} className="mt-2">
                  {reports.map((report) => (
                    <Report key={report.name} report={report} />
                  ))}
                </ul>
              </>
            )
          }
        </QueryState>
      </SettingGroup>
    </>
  );
}

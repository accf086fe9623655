import { ScrollText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CrashReport, LogLine, LogTail } from '../../../../shared/ipc/log-tail.ts';
import { locale, t } from '../../../../shared/texts/t.ts';
import { useCrashReports, useLog } from '../../../api/logs.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { FolderButton } from '../folder-button.tsx';
import { EVERYTHING, ProblemSearch } from '../problem-search.tsx';
import { SettingGroup } from '../setting-group.tsx';

const LEVEL_WORDS: Readonly<Record<LogLine['level'], string>> = {
  debug: t('Detail'),
  info: t('Notice'),
  warning: t('Warning'),
  error: t('Error'),
};

/** The lines that have all the words, in their message or beside it; with `isOnlyProblems` warnings and errors only. */
export function findLines(lines: readonly LogLine[], words: string, isOnlyProblems: boolean): readonly LogLine[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(({ level, message, details }) => {
    if (isOnlyProblems && level !== 'warning' && level !== 'error') return false;
    const said = `${message}\n${details}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

/** Lines as a text to pass on: "2026-01-01T00:00:00.000Z warning The disk is full", with what was written beside it below. In English, as the log is. */
export function writeLines(lines: readonly LogLine[]): string {
  return lines
    .flatMap(({ at, level, message, details }) => [
      at === null ? message : `${new Date(at).toISOString()} ${level} ${message}`,
      ...(details === '' ? [] : details.split('\n').map((line) => `  ${line}`)),
    ])
    .join('\n');
}

const ROW_HEIGHT = 32;

const LEVEL_COLOURS: Readonly<Record<LogLine['level'], string>> = {
  debug: 'text-muted',
  info: 'text-muted',
  warning: 'text-warning',
  error: 'text-danger',
};

const dayAndTime = new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'medium' });

/** A row that opens to the whole message and what was written beside it. */
function Line({ line: { at, level, message, details } }: { readonly line: LogLine }) {
  return (
    <details className="group border-b border-border">
      <summary className="flex min-h-8 cursor-pointer items-baseline gap-3 py-1.5 text-secondary">
        <span className="tabular w-36 shrink-0 text-muted">{at === null ? '' : dayAndTime.format(at)}</span>
        <span className={classNames('w-18 shrink-0 font-medium', LEVEL_COLOURS[level])}>{LEVEL_WORDS[level]}</span>
        <span className="min-w-0 flex-1 truncate group-open:break-words group-open:whitespace-normal">{message}</span>
      </summary>
      {details === '' ? null : (
        <pre className="overflow-x-auto pb-3 font-mono text-secondary whitespace-pre-wrap text-muted">{details}</pre>
      )}
    </details>
  );
}

function countWords(count: number, { lines, isCut }: LogTail): string {
  return isCut
    ? t('{count, number} of the newest {all, number} lines; older ones are in the files.', { count, all: lines.length })
    : t('{count, plural, one {# line} other {# lines}}', { count });
}

interface LogLinesProps {
  readonly log: LogTail;
  readonly folderButton: ReactNode;
}

/** The lines of the log, the newest first, to search and to copy. */
function LogLines({ log, folderButton }: LogLinesProps) {
  const [wish, setWish] = useState(EVERYTHING);
  const found = findLines(log.lines, wish.words, wish.isOnlyProblems);
  return (
    <>
      <ProblemSearch label={t('Search the log')} wish={wish} onWish={setWish}>
        <CopyButton label={t('Copy these lines')} text={writeLines(found)} />
        {folderButton}
      </ProblemSearch>
      <p role="status" className="mb-1 text-secondary text-muted">
        {countWords(found.length, log)}
      </p>
      <VirtualList
        label={t('Log')}
        items={found.toReversed()}
        keyOf={({ id }) => id}
        rowHeight={ROW_HEIGHT}
        className="h-100 rounded-control border border-border bg-surface px-3"
        renderRow={(line) => <Line line={line} />}
      />
    </>
  );
}

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

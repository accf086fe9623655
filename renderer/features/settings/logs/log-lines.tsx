import { type ReactNode, useState } from 'react';
import type { LogLine, LogTail } from '../../../../shared/ipc/log-tail.ts';
import { locale, t } from '../../../../shared/texts/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { EVERYTHING, ProblemSearch } from '../problem-search.tsx';
import { findLines, LEVEL_WORDS, writeLines } from './log-words.ts';

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

export interface LogLinesProps {
  readonly log: LogTail;
  readonly folderButton: ReactNode;
}

/** The lines of the log, the newest first, to search and to copy. */
export function LogLines({ log, folderButton }: LogLinesProps) {
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

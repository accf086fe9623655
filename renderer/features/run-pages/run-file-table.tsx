import { useState } from 'react';
import type { RunFile, RunFileCounts, RunFileState } from '../../../shared/api/run-files.ts';
import { RunFileStateSchema } from '../../../shared/api/run-files.ts';
import type { Run } from '../../../shared/api/runs.ts';
import { formatBytes, formatCount, formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useRunAgain, useRunFiles } from '../../api/run.ts';
import { hrefOf, navigate, useRoute } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { fileStatusOf } from './run-words.ts';

const ROW_HEIGHT = 48;
/** So few are all in the page, which is then as high as they are. */
const FEW_ROWS = 20;

function wordsOf(run: Run, { state, readBytes, sizeBytes }: RunFile): string {
  if (state !== 'reading' || readBytes === undefined || sizeBytes === undefined || sizeBytes === 0) {
    return fileStatusOf(run, state).words;
  }
  return t('Reading {percent} %', { percent: Math.floor((readBytes / sizeBytes) * 100) });
}

function factsOf({ chunks, added, updated, skipped, sizeBytes, elapsedMs }: RunFile): string {
  const changes = [
    added > 0 ? t('{count} added', { count: formatCount(added) }) : '',
    updated > 0 ? t('{count} updated', { count: formatCount(updated) }) : '',
    skipped > 0 && added + updated > 0 ? t('{count} unchanged', { count: formatCount(skipped) }) : '',
  ].filter((words) => words !== '');
  const isAllAdded = changes.length === 1 && added === chunks;
  return [
    chunks === 0 ? '' : t('{count, plural, one {# chunk} other {# chunks}}', { count: chunks }),
    isAllAdded ? '' : changes.join(', '),
    sizeBytes === undefined ? '' : formatBytes(sizeBytes),
    elapsedMs === undefined ? '' : formatElapsed(elapsedMs),
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}

/** Reads a file that failed once more, in a run of its own. */
function RetryFile({ run, file }: { readonly run: Run; readonly file: RunFile }) {
  const again = useRunAgain();
  return (
    <Button
      disabled={again.isPending}
      aria-label={t('Try again: {name}', { name: file.name })}
      onClick={() =>
        again.mutate(
          { id: run.id, how: 'repeat', file: file.name },
          {
            onSuccess: ({ runId }) => navigate({ page: 'run', runId }),
            onError: (error) => showErrorToast(messageOf(error)),
          },
        )
      }
    >
      {t('Try again')}
    </Button>
  );
}

function FileRow({ file, run }: { readonly file: RunFile; readonly run: Run }) {
  const isFailed = file.state === 'failed';
  const mayBeRetried = file.error !== undefined && run.status === 'FINISHED';
  return (
    <div className="flex min-h-12 items-center gap-3 border-b border-border px-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={file.name}>
          {file.name}
        </p>
        {isFailed ? null : <p className="tabular truncate text-secondary text-muted">{factsOf(file)}</p>}
        {file.error === undefined ? null : (
          <p className={classNames('text-secondary break-words', isFailed ? 'text-danger' : 'text-warning')}>
            {file.error.message}
          </p>
        )}
      </div>
      {mayBeRetried ? <RetryFile run={run} file={file} /> : null}
      <StatusBadge tone={fileStatusOf(run, file.state).tone}>{wordsOf(run, file)}</StatusBadge>
    </div>
  );
}

function tabsOf(run: Run, counts: RunFileCounts, current: RunFileState | undefined) {
  const states = RunFileStateSchema.options.filter((state) => counts[state] > 0 || state === current);
  const all = {
    label: t('All'),
    href: hrefOf({ page: 'run', runId: run.id }),
    isCurrent: current === undefined,
    count: counts.total,
  };
  return [
    all,
    ...states.map((state) => ({
      label: fileStatusOf(run, state).words,
      href: hrefOf({ page: 'run', runId: run.id, search: { files: state } }),
      isCurrent: state === current,
      count: counts[state],
    })),
  ];
}

function FileList({
  run,
  state,
  search,
}: {
  readonly run: Run;
  readonly state: RunFileState | undefined;
  readonly search: string;
}) {
  const query = useRunFiles(run.id, state, search);
  return (
    <QueryState query={query} loading={t('Loading files…')}>
      {({ pages }) => {
        const files = pages.flatMap((page) => page.files);
        if (files.length === 0) {
          const isGone = state === 'unchanged' && search === '';
          return (
            <p className="px-3 py-6 text-center text-muted">
              {isGone ? t('The list of unchanged files is kept for the newest 10 runs.') : t('No file is like that.')}
            </p>
          );
        }
        if (files.length <= FEW_ROWS && !query.hasNextPage) {
          return (
            <ul aria-label={t('Files of the run')}>
              {files.map((file) => (
                <li key={file.id} className="last:[&>div]:border-b-0">
                  <FileRow file={file} run={run} />
                </li>
              ))}
            </ul>
          );
        }
        return (
          <VirtualList
            label={t('Files of the run')}
            items={files}
            keyOf={({ id }) => String(id)}
            rowHeight={ROW_HEIGHT}
            total={query.hasNextPage ? files.length + 1 : files.length}
            onNearEnd={() => void query.fetchNextPage()}
            renderRow={(file) => <FileRow file={file} run={run} />}
            className="h-[min(60vh,560px)]"
          />
        );
      }}
    </QueryState>
  );
}

/** What became of each file of a run. */
export function RunFileTable({ run }: { readonly run: Run }) {
  const route = useRoute();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const asked = route.page === 'run' ? route.search?.files : undefined;
  const state = RunFileStateSchema.safeParse(asked).data;
  const counts = run.progress?.files;
  return (
    <section aria-labelledby="run-files" className="flex min-w-0 flex-1 flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 id="run-files" className="text-section font-semibold">
          {t('Files')}
        </h2>
        {counts === undefined || counts.total < 2 ? null : (
          <SearchField label={t('Search files')} className="w-56" value={typed} onChange={setTyped} />
        )}
      </div>
      {counts === undefined || counts.total === 0 ? (
        <p className="rounded-card border border-border bg-surface px-3 py-6 text-center text-muted">
          {counts === undefined
            ? t('What became of each file was not noted in this run: it is of an earlier version.')
            : t('No file or page has been read.')}
        </p>
      ) : (
        <div className="overflow-hidden rounded-card border border-border bg-surface [&>nav]:mb-0">
          <PageTabs label={t('Files by state')} tabs={tabsOf(run, counts, state)} />
          <FileList run={run} state={state} search={search} />
        </div>
      )}
    </section>
  );
}

import type { RunFileState, RunProgress } from '../../../shared/api/run-files.ts';
import type { Run, UpsertCounts } from '../../../shared/api/runs.ts';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import { formatBytes, formatCount, formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import type { StatusWords } from '../../ui/feedback/status-badge.tsx';

export const STATUS_WORDS = {
  QUEUED: { words: t('Waiting'), tone: 'neutral' },
  RUNNING: { words: t('Running'), tone: 'active' },
  FINISHED: { words: t('Finished'), tone: 'success' },
  FAILED: { words: t('Failed'), tone: 'danger' },
  CANCELLED: { words: t('Cancelled'), tone: 'neutral' },
  INTERRUPTED: { words: t('Cut off'), tone: 'warning' },
} as const satisfies Record<Run['status'], StatusWords>;

const FILE_WORDS = {
  waiting: { words: t('Waiting'), tone: 'neutral' },
  reading: { words: t('Reading'), tone: 'active' },
  embedding: { words: t('Embedding'), tone: 'active' },
  stored: { words: t('Stored'), tone: 'success' },
  unchanged: { words: t('Unchanged'), tone: 'neutral' },
  failed: { words: t('Failed'), tone: 'danger' },
  cancelled: { words: t('Not done'), tone: 'neutral' },
} as const satisfies Record<RunFileState, StatusWords>;

const UNDONE = { words: t('Undone'), tone: 'warning' } as const satisfies StatusWords;

/** How a run stands. */
export function statusOf({ status, undoneDate }: Run): StatusWords {
  return undoneDate === undefined ? STATUS_WORDS[status] : UNDONE;
}

/** How the files of a state stand in a run. */
export function fileStatusOf({ undoneDate }: Run, state: RunFileState): StatusWords {
  return undoneDate !== undefined && state === 'stored' ? UNDONE : FILE_WORDS[state];
}

/** Wall time of a run that is over, in ms. */
export function wallTimeOf({ progress, createdDate, finishedDate }: Run): number | undefined {
  if (progress !== undefined) return progress.elapsedMs;
  return finishedDate === null ? undefined : Date.parse(finishedDate) - Date.parse(createdDate);
}

/** "600 files", "597 of 600 files"; nothing while there is none. */
export function describeFiles({ progress, status }: Run): string | undefined {
  if (progress === undefined || progress.files.total === 0) return undefined;
  const { total, stored, unchanged } = progress.files;
  const count = total + (progress.unlisted ?? 0);
  const done = stored + unchanged + (progress.unlisted ?? 0);
  return status === 'FINISHED' && progress.files.failed === 0
    ? t('{count, plural, one {# file} other {# files}}', { count })
    : t('{done} of {count, plural, one {# file} other {# files}}', { done: formatCount(done), count });
}

/** What a run did, or why it did not, in one sentence. */
export function describeResult(run: Run, counts: UpsertCounts | null | undefined): string {
  if (run.status === 'FAILED') return run.error?.message ?? t('The run failed.');
  if (run.status === 'FINISHED' && run.result !== null) return finishedWords(run, run.result);
  if (run.status === 'QUEUED') return t('It waits for its turn.');
  const changes = counts ? describeCounts(counts) : undefined;
  if (run.status === 'RUNNING')
    return changes === undefined ? t('It has begun.') : t('{counts} so far', { counts: changes });
  if (run.resumable === false) {
    return run.status === 'CANCELLED' ? t('The run was cancelled.') : t('The server stopped during the run.');
  }
  if (run.status === 'CANCELLED')
    return changes === undefined
      ? t('It was cancelled. What was stored until then is kept.')
      : t('{counts} until then', { counts: changes });
  return t('The server stopped while it ran. What was stored until then is kept.');
}

function finishedWords(run: Run, counts: UpsertCounts): string {
  const total = counts.numAdded + counts.numUpdated + counts.numDeleted + counts.numSkipped;
  // A loader of a document store that was only loaded: nothing went to the vector store.
  if (total === 0 && run.kind === 'store' && run.progress !== undefined && run.progress.chunks > 0) {
    return t('{count, plural, one {# chunk} other {# chunks}} loaded', { count: run.progress.chunks });
  }
  return describeCounts(counts);
}

/** "about 2 min left" */
function describeLeft(ms: number): string {
  if (ms < 10_000) return t('a few seconds left');
  return t('about {time} left', { time: formatElapsed(Math.round(ms / 5000) * 5000) });
}

/** How far a run is, fact by fact: files, chunks, rate, time left. */
export function describeProgress(progress: RunProgress): readonly string[] {
  const { files, hasAllFiles, chunks, chunksDone, hasAllChunks, readBytes, totalBytes, chunksPerSecond, leftMs } =
    progress;
  const done = files.stored + files.unchanged + files.failed;
  const fileWords = hasAllFiles
    ? t('{done} of {count, plural, one {# file} other {# files}}', { done: formatCount(done), count: files.total })
    : t('{count, plural, one {# file} other {# files}} done, more may come', { count: done });
  const loaded = formatCount(chunksDone);
  return [
    ...(files.total === 0 ? [] : [fileWords]),
    hasAllChunks
      ? t('{done} of {count, plural, one {# chunk} other {# chunks}}', { done: loaded, count: chunks })
      : t('{done} of {count, plural, one {# chunk} other {# chunks}} found so far', { done: loaded, count: chunks }),
    ...(readBytes === undefined || totalBytes === undefined || hasAllChunks
      ? []
      : [t('{done} of {total} read', { done: formatBytes(readBytes), total: formatBytes(totalBytes) })]),
    ...(chunksPerSecond === undefined
      ? []
      : [t('{count} chunks a second', { count: formatCount(Math.max(1, chunksPerSecond)) })]),
    ...(leftMs === undefined ? [] : [describeLeft(leftMs)]),
  ];
}

/** How much of a run is done, from 0 to 1; undefined while it is unknown. */
export function shareOf(progress: RunProgress): number | undefined {
  const { chunks, chunksDone, hasAllChunks, readBytes, totalBytes } = progress;
  if (hasAllChunks) return chunks === 0 ? undefined : chunksDone / chunks;
  if (chunks === 0 || readBytes === undefined || totalBytes === undefined || totalBytes === 0) return undefined;
  return (chunksDone / chunks) * (readBytes / totalBytes);
}

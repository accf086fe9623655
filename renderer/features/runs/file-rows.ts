import type { RunFile } from '../../../shared/api/run-files.ts';
import type { FailedFile } from '../../../shared/api/runs.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import type { PickedFile } from '../../forms/picked-files.ts';

/** What a row says of a file beside its name. */
export interface FileRow {
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number | undefined;
  readonly tone: 'none' | 'waiting' | 'active' | 'done' | 'failed' | 'stopped';
  /** "41 chunks", "reading 62 %"; undefined: its size says enough. */
  readonly words: string | undefined;
  /** Why it failed, or what of it was not read: "what happened: what to do". */
  readonly reason: string | undefined;
}

const TONES: Readonly<Record<RunFile['state'], FileRow['tone']>> = {
  waiting: 'waiting',
  reading: 'active',
  embedding: 'active',
  stored: 'done',
  unchanged: 'done',
  failed: 'failed',
  cancelled: 'stopped',
};

function wordsOf({ state, sizeBytes, readBytes, chunks, added, updated, skipped }: RunFile): string {
  if (state === 'waiting') return t('waiting');
  if (state === 'failed') return '';
  if (state === 'cancelled') return t('stopped');
  if (state === 'unchanged')
    return chunks === 0
      ? t('unchanged')
      : t('{count, plural, one {# chunk} other {# chunks}}, unchanged', { count: chunks });
  if (state === 'stored') return t('{count, plural, one {# chunk} other {# chunks}}', { count: chunks });
  if (state === 'embedding')
    return t('{done} of {count, plural, one {# chunk} other {# chunks}}', {
      done: formatCount(added + updated + skipped),
      count: chunks,
    });
  if (readBytes === undefined || !sizeBytes) return t('reading');
  return t('reading {percent} %', { percent: Math.floor((100 * Math.min(readBytes, sizeBytes)) / sizeBytes) });
}

/** Files that are chosen, and what a dry run could not read of them. */
export function rowsOfChoice(
  files: readonly PickedFile[],
  failed: readonly Pick<FailedFile, 'name' | 'message' | 'isPartial'>[] = [],
): readonly FileRow[] {
  const problems = new Map(failed.map((problem) => [problem.name, problem]));
  const rows = files.map(({ path, file }): FileRow => {
    const problem = problems.get(path);
    const isRead = problem === undefined || problem.isPartial === true;
    return {
      key: path,
      path,
      sizeBytes: file.size,
      tone: isRead ? 'none' : 'failed',
      words: undefined,
      reason: problem?.message,
    };
  });
  return failedFirst(rows);
}

/** Files of a run, as it has come to them, or as they are since it was undone. */
export function rowsOfRun(files: Iterable<RunFile>, isUndone = false): readonly FileRow[] {
  const rows = [...files].map((file): FileRow => {
    const { id, name: path, sizeBytes, state, error } = file;
    const looks =
      isUndone && state === 'stored'
        ? ({ tone: 'stopped', words: t('undone') } as const)
        : { tone: TONES[state], words: wordsOf(file) };
    return { key: String(id), path, sizeBytes, ...looks, reason: error?.message };
  });
  return failedFirst(rows);
}

/** Nobody looks for three broken files among a thousand. */
function failedFirst(rows: readonly FileRow[]): readonly FileRow[] {
  const failed = rows.filter(({ tone }) => tone === 'failed');
  return failed.length === 0 ? rows : [...failed, ...rows.filter(({ tone }) => tone !== 'failed')];
}

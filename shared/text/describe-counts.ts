import type { UpsertCounts } from '../api/runs.ts';
import { t } from '../texts/t.ts';
import { formatCount } from './format.ts';

/** What an upsert did, in one sentence: "3 chunks added, 41 unchanged". */
export function describeCounts(counts: UpsertCounts): string {
  const { numAdded, numUpdated, numDeleted, numSkipped } = counts;
  const parts = [
    { count: numAdded, word: 'added' },
    { count: numUpdated, word: 'updated' },
    { count: numDeleted, word: 'deleted' },
    { count: numSkipped, word: 'unchanged' },
  ].filter((part) => part.count > 0);
  const [first, ...rest] = parts;
  if (first === undefined) return t('There were no chunks to add.');
  if (first.word === 'unchanged') {
    return numSkipped === 1
      ? t('Nothing new: 1 chunk unchanged')
      : t('Nothing new: all {numSkipped} chunks unchanged', { numSkipped: formatCount(numSkipped) });
  }
  const head = `${t('{count, plural, one {# chunk} other {# chunks}}', { count: first.count })} ${first.word}`;
  return [head, ...rest.map((part) => `${formatCount(part.count)} ${part.word}`)].join(', ');
}

/** What an upsert would do, in one sentence: "3 chunks would be added, 41 stay as they are". */
export function describeForetold(counts: UpsertCounts): string {
  const { numAdded, numUpdated, numDeleted, numSkipped } = counts;
  const parts = [
    { count: numAdded, word: 'added' },
    { count: numUpdated, word: 'updated' },
    { count: numDeleted, word: 'deleted' },
  ].filter(({ count }) => count > 0);
  const [first, ...rest] = parts;
  if (first === undefined) return numSkipped === 0 ? t('There are no chunks to add.') : t('Nothing would change');
  const head = `${t('{count, plural, one {# chunk} other {# chunks}}', { count: first.count })} would be ${first.word}`;
  const stay = numSkipped === 0 ? [] : [`${formatCount(numSkipped)} stay as they are`];
  return [head, ...rest.map(({ count, word }) => `${formatCount(count)} ${word}`), ...stay].join(', ');
}

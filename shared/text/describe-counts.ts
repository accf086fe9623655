import type { UpsertCounts } from '../api/runs.ts';
import { t } from '../texts/t.ts';

interface Part {
  readonly count: number;
  /** With the word for what is counted, for the beginning of a sentence. */
  readonly first: string;
  readonly next: string;
}

/** The first part with the word for what is counted, the others without; undefined when all are 0. */
export function joinCounts(parts: readonly Part[], more: readonly string[] = []): string | undefined {
  const [first, ...rest] = parts.filter(({ count }) => count > 0);
  return first === undefined ? undefined : [first.first, ...rest.map(({ next }) => next), ...more].join(', ');
}

/** The changes of an upsert in their order; `first` says each with the word for what is counted. */
function partsOf(
  { numAdded, numUpdated, numDeleted }: UpsertCounts,
  first: Readonly<Record<'added' | 'updated' | 'deleted', string>>,
): readonly Part[] {
  return [
    { count: numAdded, first: first.added, next: t('{count, number} added', { count: numAdded }) },
    { count: numUpdated, first: first.updated, next: t('{count, number} updated', { count: numUpdated }) },
    { count: numDeleted, first: first.deleted, next: t('{count, number} deleted', { count: numDeleted }) },
  ];
}

/** "6 duplicates": texts that had come in the same upsert before. */
function describeRepeated(count: number): string {
  return t('{count, plural, one {# duplicate} other {# duplicates}}', { count });
}

/** What stands under the number of chunks that were skipped. */
export function skippedLabel({ numSkipped, numRepeated = 0, numMoved }: UpsertCounts): string {
  if (numMoved !== undefined) return t('moved');
  if (numRepeated === 0) return t('unchanged');
  if (numRepeated === numSkipped) return t('duplicates');
  return t('unchanged, with {duplicates}', { duplicates: describeRepeated(numRepeated) });
}

/** What an upsert did, in one sentence: "3 chunks added, 41 unchanged". */
export function describeCounts(counts: UpsertCounts): string {
  const { numAdded, numUpdated, numDeleted, numRepeated = 0, numMoved } = counts;
  if (numMoved !== undefined) {
    return t('{count, plural, one {# chunk} other {# chunks}} moved', { count: numMoved });
  }
  const numSkipped = counts.numSkipped - numRepeated;
  const parts = partsOf(counts, {
    added: t('{count, plural, one {# chunk} other {# chunks}} added', { count: numAdded }),
    updated: t('{count, plural, one {# chunk} other {# chunks}} updated', { count: numUpdated }),
    deleted: t('{count, plural, one {# chunk} other {# chunks}} deleted', { count: numDeleted }),
  });
  const unchanged = numSkipped === 0 ? [] : [t('{count, number} unchanged', { count: numSkipped })];
  const repeated = numRepeated === 0 ? [] : [describeRepeated(numRepeated)];
  const changes = joinCounts(parts, [...unchanged, ...repeated]);
  if (changes !== undefined) return changes;
  if (counts.numSkipped === 0) return t('There were no chunks to add.');
  const nothing = t(
    '{count, plural, one {Nothing new: # chunk unchanged} other {Nothing new: all # chunks unchanged}}',
    {
      count: numSkipped,
    },
  );
  return [nothing, ...repeated].join(', ');
}

/** What an upsert would do, in one sentence: "3 chunks would be added, 41 stay as they are". */
export function describeForetold(counts: UpsertCounts): string {
  const { numAdded, numUpdated, numDeleted, numRepeated = 0 } = counts;
  const numSkipped = counts.numSkipped - numRepeated;
  const parts = partsOf(counts, {
    added: t('{count, plural, one {# chunk} other {# chunks}} would be added', { count: numAdded }),
    updated: t('{count, plural, one {# chunk} other {# chunks}} would be updated', { count: numUpdated }),
    deleted: t('{count, plural, one {# chunk} other {# chunks}} would be deleted', { count: numDeleted }),
  });
  const stay = numSkipped === 0 ? [] : [t('{count, number} stay as they are', { count: numSkipped })];
  const repeated = numRepeated === 0 ? [] : [describeRepeated(numRepeated)];
  const changes = joinCounts(parts, [...stay, ...repeated]);
  if (changes !== undefined) return changes;
  return counts.numSkipped === 0 ? t('There are no chunks to add.') : t('Nothing would change');
}

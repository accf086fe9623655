import { expect, test } from 'vitest';
import { findCutOff } from '../../../../../renderer/features/runs/cut-off-runs.ts';
import type { Run } from '../../../../../shared/api/runs.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');

function run(chatflowId: string, status: Run['status'], finishedDate = '2026-03-10T10:00:00.000Z'): Run {
  const id = `${chatflowId} ${status}`;
  return { id, chatflowId, status, createdDate: finishedDate, finishedDate, nodes: [], result: null, error: null };
}

test.each<[string, readonly Run[], readonly string[]]>([
  ['the newest of a flow was cut off', [run('a', 'INTERRUPTED')], ['a INTERRUPTED']],
  ['another run came after it', [run('a', 'FINISHED'), run('a', 'INTERRUPTED')], []],
  ['a run of another flow came after it', [run('b', 'FINISHED'), run('a', 'INTERRUPTED')], ['a INTERRUPTED']],
  ['a person cancelled it', [run('a', 'CANCELLED')], []],
  ['it can’t be resumed', [{ ...run('a', 'INTERRUPTED'), resumable: false }], []],
  ['its files are not kept any more', [run('a', 'INTERRUPTED', '2026-03-03T11:00:00.000Z')], []],
])('runs to go on with when %s', (_, runs, expected) => {
  expect(findCutOff(runs, NOW).map(({ id }) => id)).toEqual(expected);
});

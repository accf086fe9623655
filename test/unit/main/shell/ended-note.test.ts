import { expect, test } from 'vitest';
import { endedNote } from '../../../../electron/main/shell/ended-note.ts';

const run = { id: 'r1', name: 'Handbooks', outcome: 'FINISHED', durationMs: 30_000 } as const;

test.each([
  ['a long upsert that finished', run, { title: 'The upsert has finished', body: 'Handbooks, after 1 minute' }],
  [
    'a long upsert that failed',
    { ...run, outcome: 'FAILED', durationMs: 150_000 },
    { title: 'The upsert has failed', body: 'Handbooks, after 3 minutes' },
  ],
  [
    'one that the end of the server cut off',
    { ...run, outcome: 'INTERRUPTED' },
    { title: 'The upsert was cut off', body: 'Handbooks, after 1 minute' },
  ],
  ['nothing of one that a person stopped', { ...run, outcome: 'CANCELLED' }, undefined],
  ['nothing of a short one', { ...run, durationMs: 29_999 }, undefined],
] as const)('the system tells of %s', (_, ended, note) => {
  expect(endedNote(ended)).toEqual(note);
});

import { expect, test } from 'vitest';
import { createNotes } from '../../../../../electron/server/pipeline/load/job-notes.ts';

test('the first notes of files are told, each file by its name once, and the rest is counted', () => {
  const notes = createNotes();
  expect(notes.told()).toEqual({});
  expect(notes.told('Left out: 1 file')).toEqual({ message: 'Left out: 1 file' });
  notes.add('a.xlsx', 'Sheet "S": header taken from row 3.');
  notes.add('a.xlsx', 'Sheet "T": no header above row 1.');
  expect(notes.told()).toEqual({
    message: '"a.xlsx": Sheet "S": header taken from row 3. Sheet "T": no header above row 1.',
  });
  expect(notes.told('Left out: 1 file').message).toMatch(/^Left out: 1 file\. "a\.xlsx": Sheet/);
  for (let index = 0; index < 5; index += 1) notes.add('b.csv', `Note ${index}.`);
  expect(notes.told().message).toMatch(/"b.csv": Note 0. Note 1. Note 2. And 2 more notes.$/);
});

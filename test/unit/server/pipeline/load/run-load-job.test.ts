import { expect, test } from 'vitest';
import { createNotes, reportSteps } from '../../../../../electron/server/pipeline/load/run-load-job.ts';

test('the first notes of files are told, each file by its name once, and the rest is counted', () => {
  const notes = createNotes();
  expect(notes.report()).toEqual({});
  expect(notes.report('Left out: 1 file')).toEqual({ message: 'Left out: 1 file' });
  notes.add('a.xlsx', 'Sheet "S": header taken from row 3.');
  notes.add('a.xlsx', 'Sheet "T": no header above row 1.');
  expect(notes.report()).toEqual({
    message: '"a.xlsx": Sheet "S": header taken from row 3. Sheet "T": no header above row 1.',
  });
  expect(notes.report('Left out: 1 file').message).toMatch(/^Left out: 1 file\. "a\.xlsx": Sheet/);
  for (let index = 0; index < 5; index += 1) notes.add('b.csv', `Note ${index}.`);
  expect(notes.report().message).toMatch(/"b.csv": Note 0. Note 1. Note 2. And 2 more notes.$/);
});

test('a step is told when it begins and when it is over, once each', () => {
  const told: unknown[] = [];
  const tell = reportSteps((step) => void told.push(step));
  for (const step of [undefined, 'Page 1', 'Page 1', 'Page 2', undefined, undefined]) tell(step);
  expect(told).toEqual(['Page 1', 'Page 2', undefined]);
});

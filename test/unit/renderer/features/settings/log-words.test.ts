import { expect, test } from 'vitest';
import { findLines, writeLines } from '../../../../../renderer/features/settings/logs/logs-section.tsx';
import type { LogLine } from '../../../../../shared/ipc/log-tail.ts';

const lines: readonly LogLine[] = [
  { id: '1:0', at: 0, level: 'info', message: 'Backed up the database', details: 'name: today' },
  { id: '1:1', at: 1, level: 'warning', message: 'The disk is nearly full', details: '' },
  { id: '1:2', at: 2, level: 'error', message: 'A check failed', details: 'err: Error: no\n    at check' },
  { id: '1:3', at: null, level: 'warning', message: '{"lev', details: '' },
];
const found = (words: string, isOnlyProblems = false) => findLines(lines, words, isOnlyProblems).map(({ id }) => id);

test('lines are found by all words, in the message or beside it, and by level', () => {
  expect(found('')).toEqual(['1:0', '1:1', '1:2', '1:3']);
  expect(found('THE is')).toEqual(['1:1']);
  expect(found('check no')).toEqual(['1:2']);
  expect(found('', true)).toEqual(['1:1', '1:2', '1:3']);
  expect(found('today', true)).toEqual([]);
});

test('lines are passed on with time, level and all that was written', () => {
  expect(writeLines(lines.slice(0, 1))).toBe('1970-01-01T00:00:00.000Z info Backed up the database\n  name: today');
  expect(writeLines(lines.slice(2))).toBe(
    '1970-01-01T00:00:00.002Z error A check failed\n  err: Error: no\n      at check\n{"lev',
  );
});

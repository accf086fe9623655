import { expect, test } from 'vitest';
import { freeName, isFreeName } from '../../../../shared/flow/free-name.ts';

test.each([
  ['New flow', [], 'New flow'],
  ['New flow', ['New flow'], 'New flow 2'],
  ['New flow', ['New flow', 'New flow 2', 'New flow 4'], 'New flow 3'],
])('a flow that shall be %j beside %j is %j', (wanted, taken, name) =>
  expect(freeName(wanted, new Set(taken))).toBe(name),
);

test.each([
  ['New flow', true],
  ['New flow 12', true],
  ['New flow of mine', false],
  ['New flow2', false],
  ['Garden', false],
])('%s was not named by a person: %s', (name, isFree) => {
  expect(isFreeName(name, 'New flow')).toBe(isFree);
});

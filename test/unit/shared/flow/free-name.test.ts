import { expect, test } from 'vitest';
import { freeName } from '../../../../shared/flow/free-name.ts';

test.each([
  ['New flow', [], 'New flow'],
  ['New flow', ['New flow'], 'New flow 2'],
  ['New flow', ['New flow', 'New flow 2', 'New flow 4'], 'New flow 3'],
])('a flow that shall be %j beside %j is %j', (wanted, taken, name) =>
  expect(freeName(wanted, new Set(taken))).toBe(name),
);

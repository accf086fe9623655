import { describe, expect, test } from 'vitest';
import { copyName, freeName } from '../../../../renderer/api/new-flow.ts';

describe('the name of a flow that is made', () => {
  test.each([
    ['A', [], 'A (copy)'],
    ['A', ['A (copy)'], 'A (copy 2)'],
    ['A (copy)', ['A (copy)'], 'A (copy 2)'],
    ['A (copy 2)', ['A (copy)', 'A (copy 2)'], 'A (copy 3)'],
  ])('the copy of %j beside %j is %j', (name, taken, copy) => expect(copyName(name, new Set(taken))).toBe(copy));

  test.each([
    ['New flow', [], 'New flow'],
    ['New flow', ['New flow'], 'New flow 2'],
    ['New flow', ['New flow', 'New flow 2', 'New flow 4'], 'New flow 3'],
  ])('a flow that shall be %j beside %j is %j', (wanted, taken, name) =>
    expect(freeName(wanted, new Set(taken))).toBe(name),
  );
});

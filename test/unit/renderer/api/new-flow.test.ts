import { describe, expect, test } from 'vitest';
import { copyName } from '../../../../renderer/api/new-flow.ts';

describe('the name of a flow that is made', () => {
  test.each([
    ['A', [], 'A (copy)'],
    ['A', ['A (copy)'], 'A (copy 2)'],
    ['A (copy)', ['A (copy)'], 'A (copy 2)'],
    ['A (copy 2)', ['A (copy)', 'A (copy 2)'], 'A (copy 3)'],
  ])('the copy of %j beside %j is %j', (name, taken, copy) => expect(copyName(name, new Set(taken))).toBe(copy));
});

import { describe, expect, test } from 'vitest';
import { measure, summarise } from '../../../../../renderer/features/tester/measure.ts';

describe('how well a question is answered', () => {
  test('is the place of the first passage that was expected, and the share of sources that were found', () => {
    expect(measure(['a.md', 'b.md', 'c.md', 'b.md'], ['b.md', 'z.md'], 7)).toEqual({ rank: 2, recall: 0.5, ms: 7 });
    expect(measure(['a.md'], ['b.md'], 3)).toEqual({ rank: undefined, recall: 0, ms: 3 });
    expect(measure([], ['b.md'], 3)).toEqual({ rank: undefined, recall: 0, ms: 3 });
  });

  test('knows a file by its name, wherever its folder is', () => {
    expect(measure(['archive/b.md'], ['b.md'], 1).rank).toBe(1);
    expect(measure(['archive/ab.md'], ['b.md'], 1).rank).toBeUndefined();
  });

  test('of all questions is the mean, with the time in the middle', () => {
    const measured = [measure(['a'], ['a'], 9), measure(['x', 'a'], ['a'], 1), measure(['x'], ['a'], 5)];
    const { recall, mrr, medianMs } = summarise(measured);
    expect(recall).toBeCloseTo(2 / 3);
    expect(mrr).toBeCloseTo(0.5);
    expect(medianMs).toBe(5);
    expect(summarise([])).toEqual({ recall: 0, mrr: 0, medianMs: 0 });
  });
});

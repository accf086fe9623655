import { describe, expect, it } from 'vitest';
import { rankOf, score } from '../../../bench/search/score.ts';

describe('score', () => {
  it('counts places and takes 0 for not found', () => {
    expect(score([1, 2, 0, 10, 6])).toEqual({
      count: 5,
      recallAt1: 0.2,
      recallAt5: 0.4,
      recallAt10: 0.8,
      mrr: (1 + 1 / 2 + 1 / 10 + 1 / 6) / 5,
    });
  });

  it('is 0 without questions', () => {
    expect(score([])).toEqual({ count: 0, recallAt1: 0, recallAt5: 0, recallAt10: 0, mrr: 0 });
  });
});

describe('rank of a passage', () => {
  it('is the place of the first hit with the anchor, whatever the line breaks', () => {
    expect(rankOf(['no', 'a passage\n  of two lines', 'a passage of two lines'], 'passage of two')).toBe(2);
    expect(rankOf(['no'], 'passage')).toBe(0);
  });
});

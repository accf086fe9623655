import { describe, expect, test } from 'vitest';
import { describeCounts, describeForetold } from '../../../../shared/text/describe-counts.ts';

const none = { numAdded: 0, numUpdated: 0, numDeleted: 0, numSkipped: 0 };

describe('describeCounts', () => {
  test.each([
    [{ ...none, numAdded: 3, numSkipped: 41 }, '3 chunks added, 41 unchanged'],
    [{ ...none, numAdded: 1 }, '1 chunk added'],
    [{ ...none, numAdded: 1200, numUpdated: 2, numDeleted: 5 }, '1,200 chunks added, 2 updated, 5 deleted'],
    [{ ...none, numDeleted: 1, numSkipped: 9 }, '1 chunk deleted, 9 unchanged'],
    [{ ...none, numSkipped: 44 }, 'Nothing new: all 44 chunks unchanged'],
    [{ ...none, numSkipped: 1 }, 'Nothing new: 1 chunk unchanged'],
    [{ ...none, numAdded: 3, numSkipped: 6, numRepeated: 6 }, '3 chunks added, 6 duplicates'],
    [{ ...none, numAdded: 3, numSkipped: 7, numRepeated: 1 }, '3 chunks added, 6 unchanged, 1 duplicate'],
    [{ ...none, numSkipped: 7, numRepeated: 2 }, 'Nothing new: all 5 chunks unchanged, 2 duplicates'],
    [{ ...none, numSkipped: 44, numMoved: 44 }, '44 chunks moved'],
    [none, 'There were no chunks to add.'],
  ])('%o', (counts, words) => {
    expect(describeCounts(counts)).toBe(words);
  });
});

describe('describeForetold', () => {
  test.each([
    [{ ...none, numAdded: 3, numSkipped: 41 }, '3 chunks would be added, 41 stay as they are'],
    [{ ...none, numAdded: 3, numSkipped: 6, numRepeated: 6 }, '3 chunks would be added, 6 duplicates'],
    [{ ...none, numUpdated: 1, numDeleted: 5 }, '1 chunk would be updated, 5 deleted'],
    [{ ...none, numSkipped: 44 }, 'Nothing would change'],
    [none, 'There are no chunks to add.'],
  ])('%o', (counts, words) => {
    expect(describeForetold(counts)).toBe(words);
  });
});

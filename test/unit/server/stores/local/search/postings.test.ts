import { expect, test } from 'vitest';
import {
  ChunkLengths,
  frequencyOfLevel,
  levelsOf,
  readIds,
  toPostings,
} from '../../../../../../electron/server/stores/local/search/postings.ts';

test.each(['', '7', '1,2,3', '4294967295,10,0'])('reads the ids "%s"', (text) => {
  expect([...readIds(Buffer.from(text))]).toEqual(text === '' ? [] : text.split(',').map(Number));
});

test.each([
  [1, 1],
  [3, 3],
  [5, 4],
  [11, 8],
  [1000, 32],
])('a term that is there %i times counts as %i', (count, counted) => {
  expect(Math.max(...levelsOf(count).map((level) => frequencyOfLevel(level) ?? 0))).toBe(counted);
});

test('the highest list that a chunk is in says how often it has a term', () => {
  const lengths = new ChunkLengths((after) =>
    [3, 5, 9000].filter((id) => id > after).map((id) => [id, id * 2] as const),
  );
  const { rows, frequencies } = toPostings(
    [Uint32Array.of(3, 5, 9000), Uint32Array.of(5, 9000), Uint32Array.of(9000)],
    lengths,
  );
  expect([...rows].map((row) => [lengths.idOf(row), lengths.terms[row]])).toEqual([
    [3, 6],
    [5, 10],
    [9000, 18_000],
  ]);
  expect([...frequencies]).toEqual([1, 2, 3]);
});

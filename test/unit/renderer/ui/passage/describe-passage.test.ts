import { expect, test } from 'vitest';
import { placeInSource, sourceName } from '../../../../../renderer/ui/passage/describe-passage.ts';

test.each([
  [{ loc: { pageNumber: 2, lines: { from: 4, to: 18 } } }, 'page 2, lines 4–18'],
  [{ loc: { lines: { from: 4, to: 4 } } }, 'line 4'],
  [{ loc: { pageNumber: 3 } }, 'page 3'],
  [{ line: 7, loc: { lines: { from: 1, to: 6 } } }, 'row 7'],
  [{ sheet: 'Plots', row: 7, loc: { lines: { from: 1, to: 2 } } }, 'sheet Plots, row 7'],
  [{ slide: 3, loc: { lines: { from: 1, to: 2 } } }, 'slide 3, lines 1–2'],
  [{}, undefined],
  [{ loc: 'somewhere', line: '7' }, undefined],
  [{ loc: { pageNumber: 'x', lines: { from: 1 } } }, undefined],
])('%o', (metadata, words) => {
  expect(placeInSource(metadata)).toBe(words);
});

test('a passage without a source says so', () => {
  expect(sourceName({ source: 'handbook.pdf' })).toBe('handbook.pdf');
  expect(sourceName({ source: '' })).toBe('Unknown source');
  expect(sourceName({ source: 3 })).toBe('Unknown source');
});

import { expect, test } from 'vitest';
import { needsGraph } from '../../../../../../electron/server/stores/local/graph/needs-graph.ts';

test.each([
  [300_000, 384, 0, false],
  [320_000, 384, 0, true],
  [80_000, 1536, 0, false],
  [90_000, 1536, 0, true],
  [1_000_000, null, 0, false],
  [101, 384, 100, true],
  [100, 384, 100, false],
])('%i chunks of %s numbers, from %i by hand: %s', (chunks, dimensions, fromChunks, expected) => {
  expect(needsGraph({ chunks, dimensions }, fromChunks)).toBe(expected);
});

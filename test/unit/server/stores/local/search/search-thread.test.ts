import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CatchUp } from '../../../../../../electron/server/stores/local/search/search-thread.ts';

// Time stands still: a question was just now.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A log of so many changes that nothing has been taken of yet. */
function makeCatchUp(changes: number) {
  const taken: number[] = [];
  const caughtUp = Promise.withResolvers<void>();
  const behind = () => changes - taken.reduce((sum, rows) => sum + rows, 0);
  const catchUp = new CatchUp({
    take(_collectionId, limit) {
      const rows = Math.min(limit, behind());
      if (rows > 0) taken.push(rows);
      return rows === limit;
    },
    whenIdle: async () => undefined,
    onCaughtUp: () => caughtUp.resolve(),
    onFailure: caughtUp.reject,
  });
  return { catchUp, taken, caughtUp: caughtUp.promise, countBehind: (limit: number) => Math.min(limit, behind()) };
}

test('takes in larger steps while nobody asks', async () => {
  const { catchUp, taken, caughtUp } = makeCatchUp(300);
  catchUp.start(1, 'full');
  await caughtUp;
  expect(taken).toEqual([128, 128, 44]);
});

test('a question leaves a few changes to small steps behind it', async () => {
  const { catchUp, taken, caughtUp, countBehind } = makeCatchUp(100);
  await catchUp.before(1, 32_768, countBehind);
  await caughtUp;
  expect(taken).toEqual([32, 32, 32, 4]);
});

test('a question takes in what is too much to be searched as it is', async () => {
  const { catchUp, taken, caughtUp, countBehind } = makeCatchUp(640);
  await catchUp.before(1, 32_768, countBehind);
  await caughtUp;
  expect(taken).toEqual([128, ...new Array(16).fill(32)]);
});

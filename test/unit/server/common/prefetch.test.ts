import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prefetch } from '../../../../electron/server/common/prefetch.ts';
import { collect } from '../../../helpers/builders/collect.ts';

async function* count(limit: number, onReturn?: () => void): AsyncGenerator<number> {
  try {
    for (let index = 0; index < limit; index += 1) yield index;
  } finally {
    onReturn?.();
  }
}

describe('prefetch', () => {
  test('property: keeps the order whatever finishes first, and never has more in work than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 6 }), fc.scheduler(), async (size, ahead, scheduler) => {
        let inWork = 0;
        let most = 0;
        const mapped = prefetch(count(size), ahead, async (item) => {
          inWork += 1;
          most = Math.max(most, inWork);
          await scheduler.schedule(Promise.resolve());
          inWork -= 1;
          return item * 2;
        });
        const collected = collect(mapped);
        await scheduler.waitFor(collected);
        expect(await collected).toEqual(Array.from({ length: size }, (_, index) => index * 2));
        expect(most).toBeLessThanOrEqual(ahead);
      }),
    );
  });

  test('a failure ends it at its place, and the source is closed', async () => {
    let isClosed = false;
    const seen: number[] = [];
    const mapped = prefetch(
      count(10, () => {
        isClosed = true;
      }),
      4,
      async (item) => {
        if (item === 3) throw new Error('three');
        return item;
      },
    );
    await expect(async () => {
      for await (const item of mapped) seen.push(item);
    }).rejects.toThrow('three');
    expect(seen).toEqual([0, 1, 2]);
    expect(isClosed).toBe(true);
  });

  test('stopping early closes the source', async () => {
    let isClosed = false;
    for await (const item of prefetch(
      count(10, () => {
        isClosed = true;
      }),
      2,
      async (value) => value,
    ))
      if (item === 1) break;
    expect(isClosed).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prefetch, prefetchPieces } from '../../../../electron/server/common/prefetch.ts';
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

  test('property: pieces keep their order, and after a failure nothing is in work any more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(4), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.nat(20)),
        fc.scheduler(),
        async (sizes, ahead, failing, scheduler) => {
          let inWork = 0;
          const wanted = sizes.flatMap((size, item) => Array.from({ length: size }, (_, piece) => `${item}.${piece}`));
          const failed = failing === null ? undefined : wanted[failing];
          const work = async (name: string) => {
            inWork += 1;
            await scheduler.schedule(Promise.resolve());
            inWork -= 1;
            if (name === failed) throw new Error(name);
            return name;
          };
          const mapped = prefetchPieces(count(sizes.length), ahead, async (item) => {
            await scheduler.schedule(Promise.resolve());
            return Array.from({ length: sizes[item] ?? 0 }, (_, piece) => work(`${item}.${piece}`));
          });
          const seen: string[] = [];
          const error = await scheduler.waitFor(
            (async () => {
              for await (const name of mapped) seen.push(name);
            })().then(
              () => undefined,
              (reason: unknown) => reason,
            ),
          );
          expect(seen).toEqual(failed === undefined ? wanted : wanted.slice(0, wanted.indexOf(failed)));
          expect(error).toEqual(failed === undefined ? undefined : new Error(failed));
          expect(inWork).toBe(0);
        },
      ),
    );
  });
});

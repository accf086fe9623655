import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TurnQueue } from '../../../../electron/server/model-process/turn-queue.ts';

interface Item {
  readonly owner: number;
  readonly number: number;
}

/** What happens to a queue: some owner adds so many items, or an item is taken. */
type Step = { readonly owner: number; readonly count: number } | 'take';

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(fc.record({ owner: fc.nat({ max: 5 }), count: fc.integer({ min: 1, max: 20 }) }), fc.constant('take')),
  { maxLength: 200 },
);

function play(given: readonly Step[]): {
  readonly added: readonly Item[];
  readonly taken: readonly Item[];
  /** Who had something waiting when each item was taken. */
  readonly waiting: readonly ReadonlySet<number>[];
} {
  const queue = new TurnQueue<number, Item>();
  const added: Item[] = [];
  const taken: Item[] = [];
  const waiting: ReadonlySet<number>[] = [];
  const take = (): boolean => {
    const owners = new Set(Array.from(queue, ({ owner }) => owner));
    const item = queue.take();
    if (item === undefined) return false;
    waiting.push(owners);
    taken.push(item);
    return true;
  };
  for (const step of given) {
    if (step === 'take') take();
    else {
      const items = Array.from({ length: step.count }, (_, index) => ({
        owner: step.owner,
        number: added.length + index,
      }));
      queue.add(step.owner, items);
      added.push(...items);
    }
  }
  while (take());
  return { added, taken, waiting };
}

describe('TurnQueue', () => {
  test('gives every item once, those of one owner in order', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { added, taken } = play(given);
        const ofOwner = (items: readonly Item[], owner: number) => items.filter((item) => item.owner === owner);
        expect(taken).toHaveLength(added.length);
        for (let owner = 0; owner <= 5; owner += 1) expect(ofOwner(taken, owner)).toEqual(ofOwner(added, owner));
      }),
    );
  });

  test('passes nobody over twice for the same other owner', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { taken, waiting } = play(given);
        const passedOver = new Map<string, number>();
        for (const [position, { owner }] of taken.entries()) {
          for (const other of waiting[position] ?? []) {
            const key = `${other} for ${owner}`;
            if (other !== owner) passedOver.set(key, (passedOver.get(key) ?? 0) + 1);
            expect(passedOver.get(key) ?? 0).toBeLessThanOrEqual(1);
            if (other === owner) for (let of = 0; of <= 5; of += 1) passedOver.delete(`${owner} for ${of}`);
          }
        }
      }),
    );
  });

  test('forgets what is no longer wanted', () => {
    const queue = new TurnQueue<string, number>();
    queue.add('a', [1, 2, 3]);
    queue.add('b', [4]);
    queue.remove((item) => item === 2 || item === 4);
    expect(queue.size).toBe(2);
    expect([queue.take(), queue.take(), queue.take()]).toEqual([1, 3, undefined]);
  });
});

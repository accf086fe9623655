import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCycle, orderNodes } from '../../../../shared/flow/order.ts';

const nodesOf = (...ids: string[]) => ids.map((id) => ({ id }));
const edge = (source: string, target: string) => ({ source, target });

describe('orderNodes', () => {
  test('each node comes after all that feed it', () => {
    const { order } = orderNodes(nodesOf('d', 'c', 'b', 'a'), [
      edge('a', 'b'),
      edge('b', 'c'),
      edge('c', 'd'),
      edge('a', 'd'),
    ]);
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  test('finds a cycle without the nodes after it', () => {
    const edges = [edge('a', 'b'), edge('b', 'c'), edge('c', 'b'), edge('c', 'd')];
    expect(findCycle(nodesOf('a', 'b', 'c', 'd'), edges)).toEqual(['b', 'c']);
  });

  test('a node that feeds itself is a circle', () => {
    expect(findCycle(nodesOf('a'), [edge('a', 'a')])).toEqual(['a']);
  });

  test('property: edges that only go forward always have an order, which respects every edge', () => {
    const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        pairs: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 }),
        shuffled: fc.shuffledSubarray(
          Array.from({ length: size }, (_, index) => index),
          { minLength: size },
        ),
      }),
    );
    fc.assert(
      fc.property(graph, ({ pairs, shuffled }) => {
        const edges = pairs
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => edge(`n${Math.min(a, b)}`, `n${Math.max(a, b)}`));
        const { order, cycle } = orderNodes(
          shuffled.map((index) => ({ id: `n${index}` })),
          edges,
        );
        expect(cycle).toEqual([]);
        expect(order.toSorted()).toEqual(shuffled.map((index) => `n${index}`).sort());
        for (const { source, target } of edges) expect(order.indexOf(source)).toBeLessThan(order.indexOf(target));
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { curveBetween, nearestEdge } from '../../../../renderer/editor/edge-curves.ts';

const straight = { edgeKey: 'straight', points: curveBetween({ x: 0, y: 0 }, { x: 300, y: 0 }) };
const steep = { edgeKey: 'steep', points: curveBetween({ x: 0, y: 0 }, { x: 300, y: 400 }) };
const back = { edgeKey: 'back', points: curveBetween({ x: 300, y: 500 }, { x: 0, y: 500 }) };
const curves = [straight, steep, back];

describe('the course of an edge', () => {
  test('leads from end to end, through the middle', () => {
    expect(steep.points[0]).toEqual({ x: 0, y: 0 });
    expect(steep.points.at(-1)).toEqual({ x: 300, y: 400 });
    expect(steep.points[12]).toEqual({ x: 150, y: 200 });
  });

  test('goes out beyond its ends where it leads back', () => {
    expect(Math.max(...back.points.map(({ x }) => x))).toBeGreaterThan(300);
    expect(Math.min(...back.points.map(({ x }) => x))).toBeLessThan(0);
  });

  test.each([
    [{ x: 150, y: 10 }, 20, 'straight'],
    [{ x: 150, y: 30 }, 20, undefined],
    [{ x: 150, y: 210 }, 20, 'steep'],
    [{ x: 150, y: 500 }, 20, 'back'],
    [{ x: 900, y: 0 }, 20, undefined],
  ])('the edge near %j, within %d, is %s', (point, within, key) =>
    expect(nearestEdge(curves, point, within)).toBe(key),
  );

  test('of none there is none near', () => expect(nearestEdge([], { x: 0, y: 0 }, 20)).toBeUndefined());
});

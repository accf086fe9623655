import { describe, expect, test } from 'vitest';
import {
  bringIntoSight,
  panBy,
  pointAt,
  pointsInside,
  pointTowards,
  toScreen,
  WHOLE,
  zoomAt,
} from '../../../../../renderer/features/map/camera.ts';
import { COLOURS, createMapModel } from '../../../../../renderer/features/map/map-model.ts';
import type { ReadyMap } from '../../../../../shared/api/content-map.ts';

const SIZE = { width: 856, height: 456 };
const all = () => true;

/** Points at the middle and at the four sides. */
const map: ReadyMap = {
  state: 'READY',
  isCurrent: true,
  isPartial: false,
  chunks: 5,
  method: 'PCA',
  sources: [
    { name: 'a', chunks: 1 },
    { name: 'b', chunks: 4 },
  ],
  points: { ids: ['m', 'l', 'r', 't', 'b'], sources: [0, 1, 1, 1, 1], x: [0, -1, 1, 0, 0], y: [0, 0, 0, 1, -1] },
};
const model = createMapModel(map);

describe('the camera of a map', () => {
  test('shows all of it, upwards up, in the middle of the picture', () => {
    expect(toScreen(WHOLE, SIZE, { x: 0, y: 0 })).toEqual({ x: 428, y: 228 });
    expect(toScreen(WHOLE, SIZE, { x: 1, y: 1 })).toEqual({ x: 628, y: 28 });
  });

  test('zooms at a place, which stays where it is', () => {
    const at = { x: 628, y: 28 };
    const near = zoomAt(WHOLE, SIZE, at, 3);
    expect(near.zoom).toBe(3);
    const { x, y } = toScreen(near, SIZE, { x: 1, y: 1 });
    expect([x, y]).toEqual([expect.closeTo(628), expect.closeTo(28)]);
    expect(zoomAt(near, SIZE, at, 1e9).zoom).toBeLessThan(100);
  });

  test('moves with the pointer, and brings a point into sight', () => {
    const moved = panBy(WHOLE, SIZE, { x: 50, y: -20 });
    expect(toScreen(moved, SIZE, { x: 0, y: 0 })).toEqual({ x: 478, y: 208 });
    expect(bringIntoSight(WHOLE, SIZE, { x: 1, y: 0 })).toEqual(WHOLE);
    const far = zoomAt(WHOLE, SIZE, { x: 428, y: 228 }, 10);
    const { x } = toScreen(bringIntoSight(far, SIZE, { x: 1, y: 0 }), SIZE, { x: 1, y: 0 });
    expect(x).toBeCloseTo(SIZE.width - 28);
  });
});

describe('points of a map', () => {
  test('are found near a pointer', () => {
    expect(pointAt(model, WHOLE, SIZE, { x: 634, y: 230, reach: 9 })).toBe(2);
    expect(pointAt(model, WHOLE, SIZE, { x: 600, y: 228, reach: 9 })).toBeUndefined();
  });

  test('are inside of a line or not', () => {
    const right = [
      { x: 400, y: 0 },
      { x: 856, y: 0 },
      { x: 856, y: 456 },
      { x: 400, y: 456 },
    ];
    expect(pointsInside(model, WHOLE, SIZE, right)).toEqual([0, 2, 3, 4]);
    expect(pointsInside(model, WHOLE, SIZE, right.slice(0, 1))).toEqual([]);
  });

  test('are walked by the arrow keys', () => {
    expect(pointTowards(model, 0, 'ArrowUp', all)).toBe(3);
    expect(pointTowards(model, 0, 'ArrowRight', all)).toBe(2);
    expect(pointTowards(model, 1, 'ArrowRight', all)).toBe(0);
    expect(pointTowards(model, 1, 'ArrowRight', (index) => index !== 0)).toBe(2);
    expect(pointTowards(model, 3, 'ArrowUp', all)).toBeUndefined();
    expect(pointTowards(model, 0, 'a', all)).toBeUndefined();
  });

  test('of the largest sources have colours, all others are grey', () => {
    expect(model.legend.map(({ name, style, drawn }) => [name, style, drawn])).toEqual([
      ['b', 0, 4],
      ['a', 1, 1],
    ]);
    const names = Array.from({ length: 12 }, (_, index) => ({ name: `s${index}`, chunks: 1 }));
    const many = createMapModel({ ...map, sources: names, points: { ...map.points, sources: [0, 1, 2, 3, 4] } });
    expect(many.legend.filter(({ style }) => style === COLOURS)).toHaveLength(12 - COLOURS);
    expect(new Set(many.legend.map(({ style }) => style)).size).toBe(COLOURS + 1);
  });
});

import { describe, expect, test } from 'vitest';
import { createRandom, type Matrix } from '../../../../../electron/server/services/map/projection/matrix.ts';
import { placeRow } from '../../../../../electron/server/services/map/projection/place-row.ts';
import {
  findPrincipalAxes,
  reduceRows,
} from '../../../../../electron/server/services/map/projection/principal-axes.ts';
import { projectRows } from '../../../../../electron/server/services/map/projection/project-rows.ts';

const quiet = () => undefined;

function matrix(rows: readonly (readonly number[])[]): Matrix {
  return { data: Float32Array.from(rows.flat()), rows: rows.length, columns: rows[0]?.length ?? 0 };
}

/** Rows around three middles, one after the other; the group of a row is its number modulo 3. */
function threeGroups(count: number, columns: number): Matrix {
  const random = createRandom(3);
  const noise = () => random() + random() + random() - 1.5;
  const middles = [0, 1, 2].map(() => Array.from({ length: columns }, () => noise() * 2));
  const rows = Array.from({ length: count }, (_, row) => (middles[row % 3] ?? []).map((value) => value + noise()));
  return matrix(rows);
}

function pointsOf(points: Float32Array): (readonly [number, number])[] {
  return Array.from({ length: points.length / 2 }, (_, row) => [points[row * 2] ?? 0, points[row * 2 + 1] ?? 0]);
}

/** Share of the points whose nearest other point is of their group. */
function purity(points: Float32Array): number {
  const all = pointsOf(points);
  const own = all.filter(([x, y], row) => {
    const others = all.map(([a, b], other) => (other === row ? Infinity : Math.hypot(a - x, b - y)));
    return others.indexOf(Math.min(...others)) % 3 === row % 3;
  });
  return own.length / all.length;
}

describe('principal axes', () => {
  test('are those of a known case', () => {
    // Along (3, 4) the rows lie 5 apart, across it 1.
    const rows = [-2, -1, 0, 1, 2].flatMap((step) =>
      [-1, 1].map((side) => [step * 3 - side * 0.8, step * 4 + side * 0.6]),
    );
    const found = findPrincipalAxes(matrix(rows), 2);
    expect([...found.axes.data]).toEqual([0.6, 0.8, 0.8, -0.6].map((value) => expect.closeTo(value, 4)));
    const { data } = reduceRows(matrix([[3, 4]]), found);
    expect([...data]).toEqual([expect.closeTo(5, 4), expect.closeTo(0, 4)]);
  });

  test('are as many as the rows differ in', () => {
    const flat = Array.from({ length: 20 }, (_, row) => [row, 2 * row, 5, 5]);
    expect(findPrincipalAxes(matrix(flat), 3).axes.rows).toBe(1);
    expect(
      findPrincipalAxes(
        matrix([
          [1, 2],
          [1, 2],
          [1, 2],
        ]),
        2,
      ).axes.rows,
    ).toBe(0);
  });
});

describe('a projection', () => {
  test('keeps three groups apart, in the same picture each time', () => {
    const rows = threeGroups(300, 64);
    const first = projectRows(rows, quiet);
    expect(first.method).toBe('UMAP');
    expect(purity(first.points)).toBeGreaterThan(0.99);
    expect(Math.max(...first.points.map(Math.abs))).toBeCloseTo(1, 5);
    expect(projectRows(rows, quiet).points).toEqual(first.points);
  });

  test('places another row of a group into that group', () => {
    const rows = threeGroups(303, 64);
    const drawn = projectRows({ ...rows, data: rows.data.slice(0, 300 * 64), rows: 300 }, quiet);
    for (const row of [300, 301, 302]) {
      const { x, y } = placeRow(drawn, rows.data.slice(row * 64, (row + 1) * 64));
      const distances = pointsOf(drawn.points).map(([a, b]) => Math.hypot(a - x, b - y));
      expect(distances.indexOf(Math.min(...distances)) % 3).toBe(row % 3);
    }
  });

  test('tells how far it is', () => {
    const said: (readonly [string, number])[] = [];
    projectRows(threeGroups(300, 16), (step, fraction) => said.push([step, fraction]));
    expect(new Set(said.map(([step]) => step))).toEqual(new Set(['COMPARING', 'ARRANGING']));
    expect(said.every(([, fraction]) => fraction >= 0 && fraction <= 1)).toBe(true);
  });

  test.each([
    { what: 'one row', rows: [[1, 0, 0]] },
    {
      what: 'two rows',
      rows: [
        [1, 0, 0],
        [0, 1, 0],
      ],
    },
    { what: 'zeros', rows: Array.from({ length: 20 }, () => [0, 0, 0]) },
    { what: 'equal rows', rows: Array.from({ length: 40 }, () => [0.6, 0.8, 0]) },
    {
      what: 'rows that are there many times',
      rows: Array.from({ length: 60 }, (_, row) => [row % 2, 1 - (row % 2), row % 3]),
    },
    { what: 'rows of one number', rows: Array.from({ length: 15 }, (_, row) => [row]) },
  ])('of $what has a place for each', ({ rows }) => {
    const drawn = projectRows(matrix(rows), quiet);
    expect(drawn.points).toHaveLength(rows.length * 2);
    expect(drawn.points.every((value) => Math.abs(value) <= 1.000_01)).toBe(true);
    const { x, y } = placeRow(drawn, Float32Array.from(rows[0] ?? []));
    expect(Math.abs(x) <= 1.01 && Math.abs(y) <= 1.01).toBe(true);
  });
});

import { squareAt } from './matrix.ts';
import { reduceRows } from './principal-axes.ts';
import type { Projection } from './project-rows.ts';

/** Rows that say where another one lies: more of them would put it between groups, where nothing is. */
const NEAREST = 6;

/**
 * Places a row that was not drawn among those that were: at the mean of its nearest rows, the nearer counting more, and on one that is the same. That is where UMAP begins when it transforms
 * new rows (arXiv 1802.03426, and `init_transform` of umap-learn); moving on from there needs its whole graph and changes little.
 * @param row as long as those that were drawn, and scaled as they were
 */
export function placeRow(
  { points, principal, reduced }: Pick<Projection, 'points' | 'principal' | 'reduced'>,
  row: Float32Array,
): { readonly x: number; readonly y: number } {
  const { columns } = reduced;
  const { data } = reduceRows({ data: row, rows: 1, columns: row.length }, principal);
  const distances = Array.from({ length: reduced.rows }, (_, index) => ({
    index,
    distance: Math.sqrt(squareAt(data, 0, reduced.data, index * columns, columns)),
  }));
  const nearest = distances.sort((a, b) => a.distance - b.distance || a.index - b.index).slice(0, NEAREST);
  const [first = 0, last = 0] = [nearest[0]?.distance, nearest.at(-1)?.distance];
  const width = Math.max((last - first) / 2, 1e-6);
  let [x, y, sum] = [0, 0, 0];
  for (const { index, distance } of nearest) {
    const weight = Math.exp((first - distance) / width) / Math.max(distance ** 2, 1e-9);
    x += weight * (points[index * 2] ?? 0);
    y += weight * (points[index * 2 + 1] ?? 0);
    sum += weight;
  }
  return sum === 0 ? { x: 0, y: 0 } : { x: x / sum, y: y / sum };
}

import { type Matrix, squareAt } from './matrix.ts';

/** The nearest rows of each row, itself left out, the nearest first. */
export interface Neighbours {
  readonly count: number;
  /** `count` rows of each row. */
  readonly rows: Int32Array;
  /** Their distances. */
  readonly distances: Float32Array;
}

/**
 * Compares every row with every other one: exact, and at 5,000 rows of 50 numbers no slower than a search that is not.
 * @param count fewer than there are rows
 * @param onProgress 0 to 1
 */
export function findNeighbours(matrix: Matrix, count: number, onProgress: (fraction: number) => void): Neighbours {
  const { data, rows, columns } = matrix;
  const nearest = new Int32Array(rows * count).fill(-1);
  const squares = new Float32Array(rows * count).fill(Number.POSITIVE_INFINITY);
  const put = (row: number, other: number, square: number) => {
    const first = row * count;
    let at = first + count - 1;
    if (square >= (squares[at] ?? 0)) return;
    for (; at > first && (squares[at - 1] ?? 0) > square; at -= 1) {
      squares[at] = squares[at - 1] ?? 0;
      nearest[at] = nearest[at - 1] ?? 0;
    }
    squares[at] = square;
    nearest[at] = other;
  };
  for (let row = 0; row < rows; row += 1) {
    for (let other = row + 1; other < rows; other += 1) {
      const square = squareAt(data, row * columns, data, other * columns, columns);
      put(row, other, square);
      put(other, row, square);
    }
    if (row % 100 === 0) onProgress(1 - (1 - row / rows) ** 2);
  }
  return { count, rows: nearest, distances: squares.map(Math.sqrt) };
}

/** A matrix of 8-bit integers with scales: value = integer * scale. */
export interface QuantisedMatrix {
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

export interface MatrixShape {
  readonly rows: number;
  readonly columns: number;
}

/** Avoids a division by zero for a row or column of zeros. */
const SMALLEST_SCALE = 1e-9;

interface ScaleLayout {
  readonly count: number;
  /** The index of the scale of a cell. */
  indexOf(row: number, column: number): number;
}

function quantise(
  matrix: Float32Array,
  { rows, columns }: MatrixShape,
  largest: number,
  layout: ScaleLayout,
): QuantisedMatrix {
  const scales = new Float32Array(layout.count);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const index = layout.indexOf(row, column);
      scales[index] = Math.max(scales[index] ?? 0, Math.abs(matrix[row * columns + column] ?? 0));
    }
  }
  for (let index = 0; index < layout.count; index++) {
    scales[index] = Math.max((scales[index] ?? 0) / largest, SMALLEST_SCALE);
  }
  const values = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      values[at] = Math.round((matrix[at] ?? 0) / (scales[layout.indexOf(row, column)] ?? 1));
    }
  }
  return { values, scales };
}

/** Quantises a row-major matrix to at most ±`largest`, with one scale per row: for tables that are looked up by row. */
export function quantiseRows(matrix: Float32Array, shape: MatrixShape, largest: number): QuantisedMatrix {
  return quantise(matrix, shape, largest, { count: shape.rows, indexOf: (row) => row });
}

/** Quantises a row-major matrix to at most ±`largest`, with one scale per column: for products x * W. */
export function quantiseColumns(matrix: Float32Array, shape: MatrixShape, largest: number): QuantisedMatrix {
  return quantise(matrix, shape, largest, { count: shape.columns, indexOf: (_row, column) => column });
}

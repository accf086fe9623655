import { dotAt, toUnitVector } from '../local/search/vector-math.ts';

/** Vectors a block: growing by blocks never copies what is there. */
const BLOCK_ROWS = 1024;

/** Vectors of one length in memory, scaled to length 1, each in a row that is used again when it is freed. */
export class VectorBlocks {
  readonly dimensions: number;
  readonly #blocks: Float32Array[] = [];
  readonly #free: number[] = [];
  #used = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  /** @returns its row; undefined for a vector that can't be compared, since a number of it is not finite */
  add(vector: Float32Array): number | undefined {
    const unit = toUnitVector(vector);
    if (unit === undefined) return undefined;
    const row = this.#free.pop() ?? this.#used;
    if (row === this.#used) this.#used += 1;
    const number = Math.floor(row / BLOCK_ROWS);
    const block = this.#blocks[number] ?? new Float32Array(BLOCK_ROWS * this.dimensions);
    this.#blocks[number] = block;
    block.set(unit, (row % BLOCK_ROWS) * this.dimensions);
    return row;
  }

  free(row: number): void {
    this.#free.push(row);
  }

  /** A copy of a row. */
  at(row: number): Float32Array {
    const start = (row % BLOCK_ROWS) * this.dimensions;
    return this.#blocks[Math.floor(row / BLOCK_ROWS)]?.slice(start, start + this.dimensions) ?? new Float32Array();
  }

  /** Cosine of a row with a vector of length 1. */
  scoreAt(row: number, unit: Float32Array): number {
    const block = this.#blocks[Math.floor(row / BLOCK_ROWS)];
    return block === undefined ? 0 : dotAt(unit, block, (row % BLOCK_ROWS) * this.dimensions);
  }
}

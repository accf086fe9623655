import type { RowOrder } from './comparison.ts';
import { createDotKernel, createWasmMemory, type DotKernel, LANES } from './dot-kernel.ts';

const PAGE_BYTES = 64 * 1024;
/** Rows a call of the kernel: their products stay in the processor's cache. */
const BLOCK_ROWS = 1024;
/** Of a block of which fewer rows are wanted each is compared by itself; of more, all are, in one call. */
const FEW_OF_A_BLOCK = BLOCK_ROWS / 4;
const INT8_MAX = 127;
const INT16_MAX = 32_767;
/** What the products of a row may sum up to: they are added in 32 bits. */
const MAX_SUM = 2 ** 31 / (INT8_MAX + 1);
/**
 * Rounding errors of single numbers are independent: the error of an inner product has a standard deviation of |query| |error of the row| / sqrt(dimensions).
 * Beyond six of them is one row of 500 million.
 */
const DEVIATIONS = 6;
/** Covers the rounding of float32. */
const FLOAT_SLACK = 1e-6;
/** Each time that there is no room. */
const GROWTH = 1.25;
/** Beside the numbers: scale, error and length. */
const FACTS_BYTES = 3 * 4;

/** What a row of a vector takes. */
export function quantizedRowBytes(dimensions: number): number {
  return Math.ceil(dimensions / LANES) * LANES + FACTS_BYTES;
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most;
}

function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}

function grown(array: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(length);
  larger.set(array);
  return larger;
}

/** Of a rounded vector: what its numbers are multiples of, the length of the rounding error, and its own. */
interface RoundingFacts {
  readonly scale: number;
  readonly error: number;
  readonly length: number;
}

const NO_FACTS: RoundingFacts = { scale: 0, error: 0, length: 0 };

/** Rounds a vector of finite numbers to multiples of a scale. In two plain loops: it is most of the time in which vectors are read (2 us of 384 numbers). */
function roundInto(vector: Float32Array, target: Int8Array): RoundingFacts {
  let most = 0;
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] ?? 0;
    const size = value < 0 ? -value : value;
    if (size > most) most = size;
    squares += value * value;
  }
  const scale = most / INT8_MAX;
  const perUnit = scale === 0 ? 0 : 1 / scale;
  let errors = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] ?? 0;
    const rounded = Math.floor(value * perUnit + 0.5) | 0;
    target[i] = rounded;
    const error = value - rounded * scale;
    errors += error * error;
  }
  return { scale, error: Math.sqrt(errors), length: Math.sqrt(squares) };
}

/** What {@link packRounded} makes of a vector takes. */
export function packedBytes(dimensions: number): number {
  return FACTS_BYTES + dimensions;
}

/** A vector of finite numbers as a row has it, to be kept: scale, error and length as float32 (little endian), then the numbers. */
export function packRounded(vector: Float32Array): Buffer {
  const packed = Buffer.alloc(packedBytes(vector.length));
  const { buffer, byteOffset } = packed;
  const { scale, error, length } = roundInto(vector, new Int8Array(buffer, byteOffset + FACTS_BYTES, vector.length));
  for (const [i, fact] of [scale, error, length].entries()) packed.writeFloatLE(fact, i * 4);
  return packed;
}

/** The rows from `first` to `end`; only the wanted ones, if these are given: 0 for a row that is not. */
export interface RowsToCompare {
  readonly first: number;
  readonly end: number;
  readonly wanted?: Uint8Array | undefined;
}

/** The wanted rows from `start` to `end`; undefined when they are not few. */
function findFew(wanted: Uint8Array, start: number, end: number): readonly number[] | undefined {
  const few: number[] = [];
  for (let row = start; row < end; row += 1) {
    if (wanted[row] === 0) continue;
    if (few.length === FEW_OF_A_BLOCK) return undefined;
    few.push(row);
  }
  return few;
}

/** Takes the rows that may be among the best. */
export interface RowSieve {
  /** Takes a row whose sum (see {@link RowOrder}) lies between two numbers, and gives the floor from now on: rows that are certainly below it are not offered. */
  offer(row: number, lowest: number, highest: number): number;
}

/** Vectors as int8 with a scale of each: a quarter of the memory, and inner products that are known to within about a thousandth. */
export class QuantizedRows {
  readonly #dimensions: number;
  readonly #stride: number;
  /** The query, the kernel's answers, then the rows. */
  readonly #queryAt = 0;
  readonly #outAt: number;
  readonly #rowsAt: number;
  readonly #memory = createWasmMemory();
  readonly #dots: DotKernel;
  #capacity = 0;
  #scales = new Float32Array();
  #errors = new Float32Array();
  #lengths = new Float32Array();
  /** Of each block of rows, the largest of each of their facts. */
  readonly #blocks: RoundingFacts[] = [];

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#stride = Math.ceil(dimensions / LANES) * LANES;
    this.#outAt = this.#stride * 2;
    this.#rowsAt = this.#outAt + BLOCK_ROWS * 4;
    this.#dots = createDotKernel(this.#memory);
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength + this.#capacity * FACTS_BYTES;
  }

  /** Makes room for so many rows. */
  reserve(rows: number): void {
    if (rows <= this.#capacity) return;
    this.#capacity = Math.max(rows, Math.ceil(this.#capacity * GROWTH));
    // The memory itself grows in place; the facts are copied, which is why they grow ahead.
    const missing = this.#rowsAt + this.#capacity * this.#stride - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.#scales = grown(this.#scales, this.#capacity);
    this.#errors = grown(this.#errors, this.#capacity);
    this.#lengths = grown(this.#lengths, this.#capacity);
  }

  /** Writes a vector of finite numbers to a row that has room. */
  write(row: number, vector: Float32Array): void {
    this.#setFacts(row, roundInto(vector, this.#numbersOf(row)));
  }

  /** Writes what {@link packRounded} has made of a vector to a row that has room. */
  unpack(row: number, packed: Buffer): void {
    this.#numbersOf(row).set(new Int8Array(packed.buffer, packed.byteOffset + FACTS_BYTES, this.#dimensions));
    this.#setFacts(row, {
      scale: packed.readFloatLE(0),
      error: packed.readFloatLE(4),
      length: packed.readFloatLE(8),
    });
  }

  /** Some of the rows, in this order, in memory of their own. */
  pick(rows: readonly number[]): QuantizedRows {
    const picked = new QuantizedRows(this.#dimensions);
    picked.reserve(rows.length);
    const source = new Int8Array(this.#memory.buffer, this.#rowsAt);
    const target = new Int8Array(picked.#memory.buffer, this.#rowsAt);
    for (const [to, row] of rows.entries()) {
      target.set(source.subarray(row * this.#stride, (row + 1) * this.#stride), to * this.#stride);
      picked.#setFacts(to, this.#factsOf(row));
    }
    return picked;
  }

  /** Compares rows with a query of finite numbers. Blocks: 100,000 x 384 take about 2 ms. */
  scan(query: Float32Array, { first, end, wanted }: RowsToCompare, order: RowOrder, sieve: RowSieve): void {
    const { scale, error, length } = this.#writeQuery(query);
    const share = Math.min(1, DEVIATIONS / Math.sqrt(this.#dimensions));
    const slackOfError = length * share * order.inner;
    const slackOfLength = (error + length * FLOAT_SLACK) * order.inner;
    let floor = Number.NEGATIVE_INFINITY;
    const out = new Int32Array(this.#memory.buffer, this.#outAt, BLOCK_ROWS);
    for (let start = first, count = 0; start < end; start += count) {
      count = Math.min(BLOCK_ROWS - (start % BLOCK_ROWS), end - start);
      if (!this.#multiply(start, start + count, wanted)) continue;
      const most = this.#blocks[Math.floor(start / BLOCK_ROWS)] ?? NO_FACTS;
      const mostSlack = slackOfError * most.error + slackOfLength * most.length;
      const mostPerProduct = scale * most.scale * order.inner;
      // Nearly all rows are so far off that the block's largest facts tell it: squares only take away.
      const leastProduct = () => (floor > mostSlack ? (floor - mostSlack) / mostPerProduct : Number.NEGATIVE_INFINITY);
      let least = leastProduct();
      for (let i = 0; i < count; i += 1) {
        const row = start + i;
        if ((out[i] ?? 0) < least || wanted?.[row] === 0) continue;
        const rowLength = this.#lengths[row] ?? 0;
        const sum = (out[i] ?? 0) * scale * (this.#scales[row] ?? 0) * order.inner + order.squares * rowLength ** 2;
        const slack = slackOfError * (this.#errors[row] ?? 0) + slackOfLength * rowLength;
        if (sum + slack < floor) continue;
        floor = sieve.offer(row, sum - slack, sum + slack);
        least = leastProduct();
      }
    }
  }

  /** Multiplies the query with the wanted rows of a block, or with all of it. @returns whether any is wanted */
  #multiply(start: number, end: number, wanted: Uint8Array | undefined): boolean {
    const few = wanted && findFew(wanted, start, end);
    const multiply = (row: number, count: number): void =>
      this.#dots(
        this.#rowsAt + row * this.#stride,
        count,
        this.#stride,
        this.#queryAt,
        this.#outAt + (row - start) * Int32Array.BYTES_PER_ELEMENT,
      );
    if (few === undefined) multiply(start, end - start);
    else for (const row of few) multiply(row, 1);
    return few === undefined || few.length > 0;
  }

  #setFacts(row: number, { scale, error, length }: RoundingFacts): void {
    this.#scales[row] = scale;
    this.#errors[row] = error;
    this.#lengths[row] = length;
    const block = Math.floor(row / BLOCK_ROWS);
    const most = this.#blocks[block] ?? NO_FACTS;
    // Rows are compared by their facts as float32: the largest have to cover those.
    this.#blocks[block] = {
      scale: Math.max(most.scale, Math.fround(scale)),
      error: Math.max(most.error, Math.fround(error)),
      length: Math.max(most.length, Math.fround(length)),
    };
  }

  #factsOf(row: number): RoundingFacts {
    return { scale: this.#scales[row] ?? 0, error: this.#errors[row] ?? 0, length: this.#lengths[row] ?? 0 };
  }

  #numbersOf(row: number): Int8Array {
    return new Int8Array(this.#memory.buffer, this.#rowsAt + row * this.#stride, this.#dimensions);
  }

  #writeQuery(query: Float32Array): { scale: number; error: number; length: number } {
    const target = new Int16Array(this.#memory.buffer, this.#queryAt, this.#stride).fill(0);
    let sum = 0;
    for (const value of query) sum += Math.abs(value);
    // Each number is rounded up by half at most.
    const scale = Math.max(largest(query) / INT16_MAX, sum / (MAX_SUM - query.length));
    let errors = 0;
    for (let i = 0; i < query.length; i += 1) {
      const value = query[i] ?? 0;
      const rounded = scale === 0 ? 0 : Math.round(value / scale);
      target[i] = rounded;
      errors += (value - rounded * scale) ** 2;
    }
    return { scale, error: Math.sqrt(errors), length: lengthOf(query) };
  }
}

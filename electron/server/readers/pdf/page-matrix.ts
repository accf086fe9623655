/** A transform of PDF: (x, y) becomes (ax + cy + e, bx + dy + f). */
export type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The transform that does `n` first, then `m`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** What pdf.js gives as a transform. */
export function toMatrix(value: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.isArray(value) ? value.map(Number) : IDENTITY;
  return [a, b, c, d, e, f];
}

type Operators = typeof import('unpdf/pdfjs')['OPS'];

/** Follows the transform of a page through its operators. */
export class MatrixStack {
  /** From the units that the next operator has to those of the page. */
  matrix = IDENTITY;
  readonly #saved: Matrix[] = [];
  readonly #operators: Operators;

  constructor(operators: Operators) {
    this.#operators = operators;
  }

  /** @returns whether the operator only concerned the transform, or began or ended a part with one of its own */
  follow(operator: number, args: unknown): boolean {
    const { save, restore, transform, paintFormXObjectBegin, paintFormXObjectEnd } = this.#operators;
    if (operator === transform) this.#add(args);
    else if (operator === save) this.#saved.push(this.matrix);
    else if (operator === restore || operator === paintFormXObjectEnd) this.matrix = this.#saved.pop() ?? this.matrix;
    else if (operator === paintFormXObjectBegin) {
      this.#saved.push(this.matrix);
      if (Array.isArray(args) && args[0] !== null) this.#add(args[0]);
    } else return false;
    return true;
  }

  #add(matrix: unknown): void {
    this.matrix = multiply(this.matrix, toMatrix(matrix));
  }
}

import { type Matrix, MatrixStack } from './page-matrix.ts';
import type { Operators } from './page-operators.ts';

/** A straight line along an edge of the page, in its units. */
export interface Rule {
  readonly isUpright: boolean;
  /** Its place on the other axis. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Rules are at most so thick, and at least so long, in points. */
const THICKEST = 3;
const SHORTEST = 6;
/** More of them are a drawing. */
const MOST_RULES = 2000;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Numbers after each operator of pdf.js's paths: move, line, curve, quadratic curve, close. */
const OPERANDS = [2, 2, 6, 4, 0];

/** The straight parts of a path, each as its corners; what has curves is left out. */
function straightParts(path: ArrayLike<number>, matrix: Matrix): Point[][] {
  const parts: Point[][] = [];
  let [part, isCurved]: [Point[], boolean] = [[], false];
  const endPart = (): void => {
    if (!isCurved && part.length > 1) parts.push(part);
    [part, isCurved] = [[], false];
  };
  for (let at = 0; at < path.length; ) {
    const operator = path[at] ?? 0;
    const [x = 0, y = 0] = [path[at + 1], path[at + 2]];
    if (operator === 0) endPart();
    if (operator === 2 || operator === 3) isCurved = true;
    const [first] = part;
    if (operator < 2)
      part.push({ x: matrix[0] * x + matrix[2] * y + matrix[4], y: matrix[1] * x + matrix[3] * y + matrix[5] });
    else if (operator === 4 && first !== undefined) part.push(first);
    at += 1 + (OPERANDS[operator] ?? 0);
  }
  endPart();
  return parts;
}

/** The rule that goes through these points, if they are on one. */
function ruleOf(points: readonly Point[]): Rule | undefined {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [right - left, top - bottom];
  if (Math.min(width, height) > THICKEST || Math.max(width, height) < SHORTEST) return undefined;
  return height > width
    ? { isUpright: true, at: (left + right) / 2, from: bottom, to: top }
    : { isUpright: false, at: (bottom + top) / 2, from: left, to: right };
}

function rulesOf(part: readonly Point[], isStroked: boolean): Rule[] {
  const whole = ruleOf(part);
  if (whole !== undefined) return [whole];
  if (!isStroked) return [];
  return part.slice(1).flatMap((point, index) => ruleOf([part[index] ?? point, point]) ?? []);
}

/** Collects the rules on a page from its operators. */
export class RuleTracer {
  readonly #ops: Operators;
  readonly #stack: MatrixStack;
  readonly #stroked: ReadonlySet<number>;
  #rules: Rule[] = [];
  #isDrawing = false;

  constructor(ops: Operators) {
    this.#ops = ops;
    this.#stack = new MatrixStack(ops);
    this.#stroked = new Set([ops.stroke, ops.closeStroke, ops.fillStroke, ops.eoFillStroke, ops.closeFillStroke]);
  }

  /** None if there are so many that they are a drawing. */
  get rules(): readonly Rule[] {
    return this.#rules;
  }

  follow(operator: number, args: unknown): void {
    if (this.#isDrawing || this.#stack.follow(operator, args)) return;
    if (operator !== this.#ops.constructPath || !Array.isArray(args) || args[0] === this.#ops.endPath) return;
    const path: unknown = Array.isArray(args[1]) ? args[1][0] : undefined;
    if (!(path instanceof Float32Array)) return;
    for (const part of straightParts(path, this.#stack.matrix))
      this.#rules.push(...rulesOf(part, this.#stroked.has(Number(args[0]))));
    this.#isDrawing = this.#rules.length > MOST_RULES;
    if (this.#isDrawing) this.#rules = [];
  }
}

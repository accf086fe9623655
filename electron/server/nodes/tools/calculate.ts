import { UserError } from '../../../../shared/errors/errors.ts';

const FUNCTIONS: Readonly<Record<string, (...numbers: readonly number[]) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log10,
  log10: Math.log10,
  log2: Math.log2,
  max: Math.max,
  min: Math.min,
  round: (number = 0, digits = 0) => Math.round(number * 10 ** digits) / 10 ** digits,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
};
const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };
const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+)|([a-z]\w*)|(\*\*|[-+*/%^(),×·÷−]))/iy;
const SAME: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', '**': '^' };
const MAX_LENGTH = 1000;
const MAX_DEPTH = 100;

function refused(): UserError {
  return new UserError(
    'INVALID_INPUT',
    'That can not be calculated: write numbers with + - * / % ^ and brackets, and functions such as sqrt(2), round(2.345, 2), max(1, 2).',
  );
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const written = text.trimEnd();
  while (TOKEN.lastIndex < written.length) {
    const [, number, name, sign] = TOKEN.exec(written) ?? [];
    const token = number ?? name?.toLowerCase() ?? sign;
    if (token === undefined) throw refused();
    tokens.push(SAME[token] ?? token);
  }
  return tokens;
}

/** Reads an expression by itself; nothing of it is ever run as a program. */
class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  #takes(...signs: readonly string[]): string | undefined {
    const next = this.#tokens[this.#at];
    if (next === undefined || !signs.includes(next)) return undefined;
    this.#at += 1;
    return next;
  }

  sum(): number {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw refused();
    let value = this.#product();
    for (let sign = this.#takes('+', '-'); sign !== undefined; sign = this.#takes('+', '-')) {
      const other = this.#product();
      value = sign === '+' ? value + other : value - other;
    }
    this.#depth -= 1;
    return value;
  }

  #product(): number {
    let value = this.#signed();
    for (let sign = this.#takes('*', '/', '%'); sign !== undefined; sign = this.#takes('*', '/', '%')) {
      const other = this.#signed();
      if (sign === '*') value *= other;
      else value = sign === '/' ? value / other : value % other;
    }
    return value;
  }

  #signed(): number {
    let sign = 1;
    for (let one = this.#takes('+', '-'); one !== undefined; one = this.#takes('+', '-')) if (one === '-') sign = -sign;
    return sign * this.#power();
  }

  #power(): number {
    const base = this.#value();
    // From the right: 2^3^2 is 2^9.
    const exponents: number[] = [];
    while (this.#takes('^') !== undefined) {
      const isMinus = this.#takes('-') !== undefined;
      exponents.push(isMinus ? -this.#value() : this.#value());
    }
    const exponent = exponents.reduceRight((power, one) => one ** power, 1);
    return exponents.length === 0 ? base : base ** exponent;
  }

  #value(): number {
    if (this.#takes('(') !== undefined) return this.#closed(this.sum());
    const token = this.#tokens[this.#at] ?? '';
    this.#at += 1;
    if (/^[\d.]/.test(token)) return Number(token);
    if (Object.hasOwn(CONSTANTS, token)) return CONSTANTS[token] ?? 0;
    const call = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined;
    if (call === undefined || this.#takes('(') === undefined) throw refused();
    const given = [this.sum()];
    while (this.#takes(',') !== undefined) given.push(this.sum());
    return this.#closed(call(...given));
  }

  #closed(value: number): number {
    if (this.#takes(')') === undefined) throw refused();
    return value;
  }
}

/**
 * Calculates an expression: numbers, + - * / % ^, brackets, pi and e, and common functions.
 * @returns without the dust of binary fractions: 0.1 + 0.2 is 0.3
 * @throws UserError INVALID_INPUT
 */
export function calculate(expression: string): number {
  if (expression.length > MAX_LENGTH) throw refused();
  const reader = new Reader(tokensOf(expression));
  const value = reader.sum();
  if (!reader.isAtEnd || !Number.isFinite(value)) throw refused();
  return Number.isInteger(value) ? value : Number(value.toPrecision(14));
}

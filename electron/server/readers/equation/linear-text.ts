/** Names of accents and lines, as equations are written in one line. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ...['^', 'ˆ', '\u0302'].map((sign) => [sign, 'hat'] as const),
  ...['~', '˜', '\u0303', '∼'].map((sign) => [sign, 'tilde'] as const),
  ...['¯', '‾', '_', '―', '\u0304', '\u0305', '\u0332'].map((sign) => [sign, 'bar'] as const),
  ...['→', '⃗', '\u20d7'].map((sign) => [sign, 'vec'] as const),
  ...['˙', '\u0307'].map((sign) => [sign, 'dot'] as const),
  ...['¨', '\u0308'].map((sign) => [sign, 'ddot'] as const),
  ...['ˇ', '\u030c'].map((sign) => [sign, 'check'] as const),
]);

/** Braces above and below, which only point at what stands there. */
const BRACES = new Set(['⏞', '⏟', '⎴', '⎵', '︷', '︸']);

/** A number, a name, or one sign. */
const TOKEN = /^(?:[\p{L}\p{N}\p{M}.,′]+|.)$/u;

/** Puts brackets around what is more than a number or a name. */
export function grouped(text: string): string {
  return TOKEN.test(text) || isBracketed(text) ? text : `(${text})`;
}

/** Whether the bracket at the start is closed at the end, and not before. */
function isBracketed(written: string): boolean {
  // sqrt(x) is one, too.
  const text = [...written.replace(/^\p{L}+\(/u, '(')];
  if (text[0] !== '(' || text.at(-1) !== ')') return false;
  let depth = 0;
  for (const [index, sign] of text.entries()) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0) return index === text.length - 1;
  }
  return false;
}

/** a/b, (a+b)/c */
export function fraction(above: string, below: string): string {
  return `${grouped(above)}/${grouped(below)}`;
}

/** x_i^2; scripts that are empty are left out. */
export function withScripts(base: string, below: string, above: string): string {
  if (below === '' && above === '') return base;
  return `${grouped(base)}${below === '' ? '' : `_${grouped(below)}`}${above === '' ? '' : `^${grouped(above)}`}`;
}

/** sqrt(x), root_3(x) */
export function root(text: string, degree: string): string {
  return degree === '' ? `sqrt(${text})` : `root_${grouped(degree)}(${text})`;
}

/** hat(x) */
export function accented(text: string, sign: string): string {
  if (BRACES.has(sign.trim())) return text;
  const name = ACCENTS.get(sign.trim());
  return name === undefined ? `${text}${sign}` : `${name}(${text})`;
}

export function isAccent(sign: string): boolean {
  return ACCENTS.has(sign.trim()) || BRACES.has(sign.trim());
}

/** [a, b; c, d] */
export function matrix(rows: readonly (readonly string[])[]): string {
  return `[${rows.map((cells) => cells.join(', ')).join('; ')}]`;
}

/** Puts parts side by side: words are kept apart from letters and numbers. */
export function sideBySide(parts: readonly string[]): string {
  return parts.reduce((line, part) => {
    const touches = /[\p{L}\p{N})]$/u.test(line) && /^[\p{L}\p{N}]/u.test(part);
    const hasWord =
      /\p{L}{2}[_^\p{L}\p{N}()]*$/u.test(line) || /^\p{L}{2}/u.test(part) || (/\d$/.test(line) && /^\d/.test(part));
    return touches && hasWord ? `${line} ${part}` : `${line}${part}`;
  }, '');
}

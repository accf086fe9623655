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

/** Functions, and what distinguishes variables: words that are no products of letters. */
const NAMES =
  'sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|arcsin|arccos|arctan|log|ln|lg|exp|max|min|sup|inf|lim|det|dim|ker|gcd|mod|rank|tr|sgn|arg|deg|Re|Im|eff|tot';
const OWN_NAMES = `sqrt|binom|${[...new Set(ACCENTS.values())].join('|')}`;

/** A number, a letter, the name of a function, or one sign. Two letters are a product. */
const TOKEN = new RegExp(`^(?:\\p{N}[\\p{N}.,]*|\\p{L}[\\p{M}′″‴]*|${NAMES}|.)$`, 'u');
/** A function with its argument is one thing. */
const FUNCTION = new RegExp(`^(?:${NAMES}|${OWN_NAMES})(?=\\()`, 'u');

/** Puts brackets around what is more than a number, a letter or a name. */
export function grouped(text: string): string {
  return TOKEN.test(text) || isBracketed(text.replace(FUNCTION, '')) ? text : `(${text})`;
}

/** Whether the bracket at the start is closed at the end, and not before. */
function isBracketed(text: string): boolean {
  return text.startsWith('(') && text.endsWith(')') && openingOf(text) === 0;
}

/** Where the bracket opens that is closed at the end; -1 if nowhere. */
function openingOf(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    else if (text[at] === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** a/b, (a+b)/c */
export function fraction(above: string, below: string): string {
  return `${grouped(above)}/${grouped(below)}`;
}

/** x_i^2; scripts that are empty are left out, and primes stand at the letter. */
export function withScripts(base: string, below: string, above: string): string {
  if (below === '' && above === '') return base;
  if (/^[′″‴]+$/.test(above)) return withScripts(`${grouped(base)}${above}`, below, '');
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

/** a, b; c, d */
export function matrixRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.join(', ')).join('; ');
}

const LAST_TOKEN = /(?:[\p{N}.,]+|[\p{L}\p{M}′″‴]+|.)$/u;
const FRACTION = /^(?:[\p{N}.,]+|[\p{L}\p{M}′″‴]+)\//u;
const WORD_AT_END = /\p{L}{2}[_^\p{L}\p{N}()]*$/u;

/** Whether what stands last is a script, or below a fraction: what follows must not seem to be, too. */
function endsLow(text: string): boolean {
  const start = text.endsWith(')') ? openingOf(text) : text.search(LAST_TOKEN);
  return start > 0 && /[_^/]/.test(text.charAt(start - 1));
}

function needsGap(last: string, part: string): boolean {
  if (!/[\p{L}\p{N}\p{M}′″‴)]$/u.test(last) || !/^[\p{L}\p{N}]/u.test(part)) return false;
  const isWord = WORD_AT_END.test(last) || /^\p{L}{2}/u.test(part) || (/\d$/.test(last) && /^\d/.test(part));
  return isWord || endsLow(last) || FRACTION.test(part);
}

/** Puts parts side by side: words, scripts and fractions are kept apart from letters and numbers. */
export function sideBySide(parts: readonly string[]): string {
  let last = '';
  let line = '';
  for (const part of parts) {
    line += needsGap(last, part) ? ` ${part}` : part;
    last = part;
  }
  return line;
}

export type Script = 'superscript' | 'subscript';

/** Letters before a raised or lowered text that identify it. */
const TAIL_UNITS = 8;

/** A number or a sign. */
const NUMBER = /^[+\-−–±]?\d*(?:[.,]\d+)?[+\-−–±]?$/;
/** A raised number is a power or a charge behind a number, a bracket, or a symbol or unit of up to three letters. Behind words it is a note. */
const BASE_OF_NUMBER = /(?:[\d)\]]|(?<!\p{L})\p{L}{1,3}′?)$/u;

/** Variables, numbers and operators, without words. */
const EXPRESSION = /^(?!.*\p{L}{3})[\p{L}\p{N}\s+\-−–±*·×/=<>()[\],.′'’∞|]{1,40}$/u;
const HAS_OPERATOR = /[\p{N}+\-−–±*·×/=<>]/u;
const VARIABLE = /(?<!\p{L})\p{L}[′'’]?$/u;
const NUMBER_OR_BRACKET = /[\d)\]]$/;
/** Behind a number the first letters are marks of notes, and some others those of ordinals. */
const NO_EXPONENT = /[a-ho]/i;
const NO_VARIABLES = /^(?:st|nd|rd|th|er|re|me|ne|de|os|as|[A-Z]{2})$/;
/** French: Mᵉ, Dʳ, nᵒ. */
const ABBREVIATION = /(?:[MDSVPJC][erts]|[nN]o)$/;

/** What a lowered text is of. Lowered numbers behind letters are as everybody types them: H2O. */
const BASE_OF_INDEX = /[\p{L}\p{N})\]]$/u;
const INDEX = /^(?:[\p{L}\p{N}]{1,20}|(?!.*\p{L}\s+\p{L})[\p{L}\p{N}\s+\-−–±*·×/=<>(),.′'’∞|→]{1,40})$/u;

function isPower(before: string, text: string): boolean {
  if (NUMBER.test(text)) return BASE_OF_NUMBER.test(before);
  if (!EXPRESSION.test(text)) return false;
  const hasOperator = HAS_OPERATOR.test(text);
  if (NUMBER_OR_BRACKET.test(before)) return (hasOperator || text.length === 1) && !NO_EXPONENT.test(text);
  if (!VARIABLE.test(before)) return false;
  return hasOperator || (/^\p{L}{1,2}$/u.test(text) && !NO_VARIABLES.test(text) && !ABBREVIATION.test(before + text));
}

function isIndex(before: string, text: string): boolean {
  if (NUMBER.test(text)) return /\d$/.test(before);
  return BASE_OF_INDEX.test(before) && INDEX.test(text);
}

/** In brackets, if it is more than a number or a word. */
function inBrackets(text: string, script: Script): string {
  const isOne = NUMBER.test(text) || /^\p{L}$/u.test(text) || /^\([^()]*\)$/.test(text);
  return isOne || (script === 'subscript' && /^[\p{L}\p{N}]+$/u.test(text)) ? text : `(${text})`;
}

/** With `^` or `_` in front, if it means another thing without: 10⁻⁶, xⁿ⁺¹, xᵢ. Ordinals, words and marks of notes stay as they are. */
function marked(before: string, text: string, script: Script): string {
  const inner = text.replace(/\s+/g, ' ').trim();
  const isMarked = inner !== '' && (script === 'superscript' ? isPower(before, inner) : isIndex(before, inner));
  if (!isMarked) return text;
  const end = /\s$/.test(text) ? ' ' : '';
  return `${script === 'superscript' ? '^' : '_'}${inBrackets(inner, script)}${end}`;
}

/** Writes raised and lowered texts of a line into plain text: 10^-6, x^(n+1), v_max. */
export class ScriptWriter {
  #tail = '';
  #script: Script | undefined;
  /** What is raised or lowered so far: programs cut it into runs. */
  #open = '';
  /** Whether the last that was written has a mark and no end that shows. */
  #isMarked = false;

  /** @returns what can be written now: a raised or lowered text when its end is known */
  write(text: string, script: Script | undefined): string {
    if (text === '') return '';
    const before = script === this.#script ? '' : this.#close();
    this.#script = script;
    if (script !== undefined) {
      this.#open += text;
      return before;
    }
    const gap = this.#isMarked && /^[\p{L}\p{N}]/u.test(text) ? ' ' : '';
    this.#isMarked = false;
    this.#remember(text);
    return `${before}${gap}${text}`;
  }

  /** The rest of the line. */
  end(): string {
    const rest = this.#close();
    this.#script = undefined;
    this.#tail = '';
    this.#isMarked = false;
    return rest;
  }

  #close(): string {
    if (this.#script === undefined || this.#open === '') return '';
    const text = marked(this.#tail, this.#open, this.#script);
    this.#isMarked = text !== this.#open && /[\p{L}\p{N}]$/u.test(text);
    this.#open = '';
    this.#remember(text);
    return text;
  }

  #remember(text: string): void {
    this.#tail = text.length < TAIL_UNITS ? (this.#tail + text).slice(-TAIL_UNITS) : text.slice(-TAIL_UNITS);
  }
}

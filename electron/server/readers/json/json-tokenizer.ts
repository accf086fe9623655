// Why no library: 53 MB take 2.9 s and 100 MB of memory, with stream-json 30 s and 142 MB.
/** The tokens of a {@link JsonTokenizer}, in the order of the text. */
export interface JsonEvents {
  /** An object or a list begins. */
  open(isList: boolean): void;
  close(): void;
  /** The name of the value that follows. */
  key(name: string): void;
  string(text: string): void;
  /** A number, `true`, `false` or `null`, as written. */
  literal(text: string): void;
}

/** The text is not JSON. `line` and `column` count from 1. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  /** `reason` is a clause: "a colon is missing". */
  constructor(reason: string, line: number, column: number) {
    super(reason);
    this.line = line;
    this.column = column;
  }
}

/** The limit of nesting: far more than any program writes, and few enough to keep track of. */
const MAX_DEPTH = 10_000;
/** A string is kept whole, so its length is limited to protect memory. In UTF-16 units. */
const MAX_STRING_UNITS = 32 * 1024 * 1024;

/** No program writes a number with more digits. */
const MAX_LITERAL_UNITS = 4096;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The tokens that may come next, and the error message for any other. */
const EXPECTATIONS = {
  value: 'a value is expected',
  valueOrEnd: 'a value or ] is expected',
  key: 'a name in double quotes is expected',
  keyOrEnd: 'a name in double quotes or } is expected',
  colon: 'a colon is expected',
  commaOrEnd: 'a comma or a closing bracket is expected',
  nothing: 'there is more text after its end (one value a line is named .jsonl)',
} as const;

type Expectation = keyof typeof EXPECTATIONS;

const NEEDS_DECODING = /[\\\p{Cc}]/u;
const LITERAL_RUN = /[\w.+-]*/y;
/** A value of JSON that is no text, list or object. */
export const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** What programs write for values that JSON has no words for. */
const ODD_WORD = /^(?:[-+]?(?:nan|inf(?:inity)?)|undefined|none|true|false|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i;

/** To be called with a word that JSON has not, such as NaN, and its place; it is given as a literal. */
export type OnOddWord = (word: string, line: number, column: number) => void;

/**
 * Reads JSON from pieces of text, as strictly as JSON.parse; with `onOddWord`, with words such as NaN. It keeps no more text than the value that the end of a piece cuts.
 * @throws JsonSyntaxError from `write` and `end`; RangeError from `write` for a string of more than 32 Mi units
 */
export class JsonTokenizer {
  readonly #events: JsonEvents;
  readonly #onOddWord: OnOddWord | undefined;
  /** For each open list or object: whether it is a list. */
  readonly #isList: boolean[] = [];
  #expected: Expectation = 'value';
  /** The current text: the rest of the previous piece, and the new one. */
  #text = '';
  /** Where in `#text` to continue the search for the end of a string that began in an earlier piece. */
  #searchFrom = 0;
  /** What followed of that string: joined when it ends, since each piece would copy what is there. */
  #pending: string[] = [];
  #pendingUnits = 0;
  /** How many backslashes that is behind `#text` and what is pending: an odd one escapes a quote. */
  #backslashes = 0;
  #line = 1;
  #column = 1;

  constructor(events: JsonEvents, onOddWord?: OnOddWord) {
    this.#events = events;
    this.#onOddWord = onOddWord;
  }

  write(piece: string): void {
    if (this.#searchFrom > 0 && endOfString(piece, 0, this.#backslashes) === undefined) {
      this.#pending.push(piece);
      this.#pendingUnits += piece.length;
      this.#backslashes = backslashesBefore(piece, piece.length, this.#backslashes);
      if (this.#text.length + this.#pendingUnits > MAX_STRING_UNITS) failTooLong();
      return;
    }
    this.#join(piece);
    this.#forget(this.#read(false));
  }

  #join(piece: string): void {
    this.#text += this.#pending.join('') + piece;
    this.#pending = [];
    this.#pendingUnits = 0;
  }

  /** Call this after the last piece. */
  end(): void {
    this.#join('');
    this.#forget(this.#read(true));
    if (this.#expected !== 'nothing' || this.#text !== '')
      this.#fail('it ends before its JSON is complete', this.#text.length);
  }

  /** @returns how much of the text has been read */
  #read(isLast: boolean): number {
    const text = this.#text;
    let at = 0;
    for (;;) {
      at = skipSpace(text, at);
      if (at >= text.length) return at;
      const next = this.#readToken(text, at, isLast);
      if (next === undefined) return at;
      at = next;
    }
  }

  /** @returns where the token ends; undefined if the text ends first */
  #readToken(text: string, at: number, isLast: boolean): number | undefined {
    const code = text.charCodeAt(at);
    switch (code) {
      case QUOTE:
        return this.#readString(text, at);
      case COMMA:
        if (this.#expected !== 'commaOrEnd') this.#failUnexpected(at);
        this.#expected = this.#isList.at(-1) === true ? 'value' : 'key';
        return at + 1;
      case COLON:
        if (this.#expected !== 'colon') this.#failUnexpected(at);
        this.#expected = 'value';
        return at + 1;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#open(code === OPEN_LIST, at);
        return at + 1;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#close(code === CLOSE_LIST, at);
        return at + 1;
      default:
        return this.#readLiteral(text, at, isLast);
    }
  }

  #open(isList: boolean, at: number): void {
    this.#expectValue(at);
    if (this.#isList.length >= MAX_DEPTH) this.#fail(`it is nested more than ${MAX_DEPTH} levels deep`, at);
    this.#isList.push(isList);
    this.#expected = isList ? 'valueOrEnd' : 'keyOrEnd';
    this.#events.open(isList);
  }

  #close(isList: boolean, at: number): void {
    const empty: Expectation = isList ? 'valueOrEnd' : 'keyOrEnd';
    const mayClose = this.#expected === 'commaOrEnd' || this.#expected === empty;
    if (!mayClose || this.#isList.at(-1) !== isList) this.#failUnexpected(at);
    this.#isList.pop();
    this.#afterValue();
    this.#events.close();
  }

  #readString(text: string, at: number): number | undefined {
    const isKey = this.#expected === 'key' || this.#expected === 'keyOrEnd';
    if (!isKey) this.#expectValue(at);
    const end = endOfString(text, Math.max(at + 1, this.#searchFrom));
    if (end === undefined) {
      if (text.length - at > MAX_STRING_UNITS) failTooLong();
      this.#searchFrom = text.length - at;
      this.#backslashes = backslashesBefore(text, text.length);
      return undefined;
    }
    this.#searchFrom = 0;
    const raw = text.slice(at + 1, end);
    const value = NEEDS_DECODING.test(raw) ? this.#decode(raw, at) : raw;
    if (isKey) {
      this.#expected = 'colon';
      this.#events.key(value);
    } else {
      this.#afterValue();
      this.#events.string(value);
    }
    return end + 1;
  }

  #decode(raw: string, at: number): string {
    try {
      return String(JSON.parse(`"${raw}"`));
    } catch {
      return this.#fail(
        'the text in quotes holds a line break, a tab or a backslash that JSON does not allow there',
        at,
      );
    }
  }

  #readLiteral(text: string, at: number, isLast: boolean): number | undefined {
    LITERAL_RUN.lastIndex = at;
    const run = LITERAL_RUN.exec(text)?.[0] ?? '';
    const end = at + run.length;
    if (end === text.length && !isLast && run.length < MAX_LITERAL_UNITS) return undefined;
    this.#expectValue(at);
    if (!LITERAL.test(run)) this.#reportOddWord(run, at);
    this.#afterValue();
    this.#events.literal(run);
    return end;
  }

  #reportOddWord(word: string, at: number): void {
    if (this.#onOddWord === undefined || !ODD_WORD.test(word)) this.#failUnexpected(at);
    const { line, column } = this.#placeOf(at);
    this.#onOddWord(word, line, column);
  }

  #expectValue(at: number): void {
    if (this.#expected !== 'value' && this.#expected !== 'valueOrEnd') this.#failUnexpected(at);
  }

  #afterValue(): void {
    this.#expected = this.#isList.length === 0 ? 'nothing' : 'commaOrEnd';
  }

  #failUnexpected(at: number): never {
    return this.#fail(EXPECTATIONS[this.#expected], at);
  }

  #fail(reason: string, at: number): never {
    const { line, column } = this.#placeOf(at);
    throw new JsonSyntaxError(reason, line, column);
  }

  #forget(units: number): void {
    const { line, column } = this.#placeOf(units);
    this.#line = line;
    this.#column = column;
    this.#text = this.#text.slice(units);
  }

  /** Line and column behind the first units of the text. */
  #placeOf(units: number): { readonly line: number; readonly column: number } {
    let [line, column, lineStart] = [this.#line, this.#column, 0];
    for (let feed = this.#text.indexOf('\n'); feed !== -1 && feed < units; feed = this.#text.indexOf('\n', feed + 1)) {
      line += 1;
      column = 1;
      lineStart = feed + 1;
    }
    return { line, column: column + units - lineStart };
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}

function failTooLong(): never {
  throw new RangeError('A string of the JSON is too long');
}

/** How many backslashes stand right before a place. @param outside how many of them there are before the text */
function backslashesBefore(text: string, at: number, outside = 0): number {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes === at ? backslashes + outside : backslashes;
}

/** Index of the quote that ends a string; undefined if it is not in this text. @param outside backslashes before the text */
function endOfString(text: string, from: number, outside = 0): number | undefined {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    if (backslashesBefore(text, quote, outside) % 2 === 0) return quote;
  }
  return undefined;
}

import type { Metadata } from '../../core/document.ts';
import { type JsonPart, WAITING_UNITS } from './json-documents.ts';
import { JsonPath } from './json-path.ts';

/** Longer texts in a list are paragraphs rather than words: each gets its own line. In UTF-16 units. */
const WORD_UNITS = 80;
/** Names have no more steps than this, the last ones: ten thousand levels would otherwise be written on each line. */
const MOST_STEPS = 8;

type Steps = readonly string[];

/** How many keys are remembered for messages. */
const KEYS_KEPT = 30;

/** Follows a JSON tokenizer: the current position, whether a pointer matches it or a parent, and the keys of the text. */
export class JsonPlace {
  readonly path = new JsonPath();
  /** The first keys of the text, at any depth. */
  readonly keys: Set<string>;
  readonly #pointers: readonly Steps[];
  #chosenDepth: number | undefined;

  constructor(pointers: readonly Steps[], keys = new Set<string>()) {
    this.#pointers = pointers;
    this.keys = keys;
  }

  get depth(): number {
    return this.path.depth;
  }

  /** Whether a pointer matches the current value. */
  get isChosen(): boolean {
    return this.#chosenDepth === this.path.depth;
  }

  /** Whether a pointer matches the current value or a parent, or there are no pointers. */
  get isInChosen(): boolean {
    return this.#pointers.length === 0 || this.#chosenDepth !== undefined;
  }

  key(name: string): void {
    this.path.key(name);
    if (this.keys.size < KEYS_KEPT) this.keys.add(name);
  }

  /** Call this when a value begins; for a list or object, call {@link JsonPath.open} of `path` next. */
  beginValue(): void {
    this.path.beginValue();
    if (this.#chosenDepth === undefined && this.#pointers.some((pointer) => this.#endsWith(pointer))) {
      this.#chosenDepth = this.path.depth;
    }
  }

  endValue(): void {
    if (this.isChosen) this.#chosenDepth = undefined;
  }

  /** Whether the steps from a depth to the current position equal these. */
  isAt(from: number, steps: Steps): boolean {
    return this.path.depth === from + steps.length && this.#endsWithSteps(steps);
  }

  /** The steps from one depth to another, joined by dots. */
  nameBetween(from: number, to: number): string {
    let name = '';
    for (let depth = from; depth < to; depth += 1) name += `${depth === from ? '' : '.'}${this.path.stepAt(depth)}`;
    return name;
  }

  /** A pointer starts at an object, at any depth. */
  #endsWith(pointer: Steps): boolean {
    return typeof this.path.stepAt(this.path.depth - pointer.length) === 'string' && this.#endsWithSteps(pointer);
  }

  #endsWithSteps(steps: Steps): boolean {
    const start = this.path.depth - steps.length;
    for (let index = steps.length - 1; index >= 0; index -= 1) {
      if (String(this.path.stepAt(start + index)) !== steps[index]) return false;
    }
    return true;
  }
}

/** Writes documents one after another as "name: value" lines; the values of a list are on one line. */
export class RecordWriter {
  readonly #place: JsonPlace;
  readonly #isForReading: boolean;
  #parts: JsonPart[] = [];
  #text = '';
  #hasStarted = false;
  #metadata: Metadata = {};
  #base = 0;
  /** Depth of the list items on the last line; undefined if that line is complete. */
  #openLine: number | undefined;
  #heading = '';

  /** @param isForReading long texts of a list get lines of their own, and long names are shortened */
  constructor(place: JsonPlace, { isForReading = false }: { readonly isForReading?: boolean } = {}) {
    this.#place = place;
    this.#isForReading = isForReading;
  }

  /** How much of the current document waits here, in UTF-16 units. */
  get units(): number {
    return this.#text.length;
  }

  /** Depth of the document's own value. */
  get base(): number {
    return this.#base;
  }

  /**
   * Begins a document with the current value. The caller may add to `metadata` until the document's start has been taken.
   * @param heading its first line, if it has any text
   */
  begin(metadata: Metadata, heading = ''): void {
    this.#heading = heading;
    this.#base = this.#place.depth;
    this.#metadata = metadata;
    this.#openLine = undefined;
  }

  /** Call this when a list or an object begins or ends: what follows gets a new line. */
  endLine(): void {
    this.#openLine = undefined;
  }

  /** Adds the current value, unless it is blank. */
  write(value: string): void {
    if (value.trim() === '') return;
    const { depth, path } = this.#place;
    const isInList = depth > this.#base && typeof path.stepAt(depth - 1) === 'number';
    if (isInList && this.#openLine === depth) {
      this.#text += this.#isForReading && value.length > WORD_UNITS ? `\n${value}` : `, ${value}`;
      return;
    }
    const name = this.#nameUpTo(isInList ? depth - 1 : depth);
    const isFirst = this.#text === '' && !this.#hasStarted;
    const before = isFirst ? this.#heading : '\n';
    this.#text += `${before}${name === '' ? '' : `${name}: `}${value}`;
    this.#openLine = isInList ? depth : undefined;
  }

  #nameUpTo(depth: number): string {
    if (!this.#isForReading || depth - this.#base <= MOST_STEPS) return this.#place.nameBetween(this.#base, depth);
    return `…${this.#place.nameBetween(depth - MOST_STEPS, depth)}`;
  }

  /** Ends the document; a blank one is dropped. */
  end(): void {
    this.#flush(true);
  }

  /** The documents since the last call, including the start of a long one. */
  take(): readonly JsonPart[] {
    if (this.#text.length > WAITING_UNITS) this.#flush(false);
    const taken = this.#parts;
    this.#parts = [];
    return taken;
  }

  #flush(isLast: boolean): void {
    const text = this.#text;
    if (this.#hasStarted) this.#parts.push({ kind: 'more', text, isLast });
    else if (!isLast) this.#parts.push({ kind: 'start', text, metadata: this.#metadata });
    else if (text !== '') this.#parts.push({ kind: 'whole', text, metadata: this.#metadata });
    this.#text = '';
    this.#hasStarted = !isLast;
  }
}

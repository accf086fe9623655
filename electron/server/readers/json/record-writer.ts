import type { Metadata } from '../../core/document.ts';
import { type JsonPart, WAITING_UNITS } from './json-documents.ts';
import type { JsonPlace } from './json-place.ts';

/** Writes documents one after another as "name: value" lines; the values of a list are on one line. */
export class RecordWriter {
  readonly #place: JsonPlace;
  #parts: JsonPart[] = [];
  #text = '';
  #hasStarted = false;
  #metadata: Metadata = {};
  #base = 0;
  /** Depth of the list items on the last line; undefined if that line is complete. */
  #openLine: number | undefined;

  constructor(place: JsonPlace) {
    this.#place = place;
  }

  /** Depth of the document's own value. */
  get base(): number {
    return this.#base;
  }

  /** Begins a document with the current value. The caller may add to `metadata` until the document's start has been taken. */
  begin(metadata: Metadata): void {
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
      this.#text += `, ${value}`;
      return;
    }
    const name = this.#place.nameBetween(this.#base, isInList ? depth - 1 : depth);
    const lineFeed = this.#text === '' && !this.#hasStarted ? '' : '\n';
    this.#text += `${lineFeed}${name === '' ? '' : `${name}: `}${value}`;
    this.#openLine = isInList ? depth : undefined;
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

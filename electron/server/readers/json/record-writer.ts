import type { Metadata } from '../../core/document.ts';
import { type JsonPart, WAITING_UNITS } from './json-documents.ts';
import type { JsonPlace } from './json-place.ts';

/** Writes one document after the other as "name: value" lines; the values of a list follow each other on one line. */
export class RecordWriter {
  readonly #place: JsonPlace;
  #parts: JsonPart[] = [];
  #text = '';
  #hasStarted = false;
  #metadata: Metadata = {};
  #base = 0;
  /** Depth of the values of the list whose last one ends the last line; undefined if that line is complete. */
  #openLine: number | undefined;

  constructor(place: JsonPlace) {
    this.#place = place;
  }

  /** Depth of the document's own value. */
  get base(): number {
    return this.#base;
  }

  /** Begins a document with the value at hand. What is put into `metadata` before its start is handed out counts too. */
  begin(metadata: Metadata): void {
    this.#base = this.#place.depth;
    this.#metadata = metadata;
    this.#openLine = undefined;
  }

  /** A list or an object begins or ends: what follows goes into a line of its own. */
  endLine(): void {
    this.#openLine = undefined;
  }

  /** Adds the value at hand, unless it is blank. */
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

  /** What has come since the last call, the start of a long document included. */
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

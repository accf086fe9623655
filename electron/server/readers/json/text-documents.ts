import {
  type JsonDocuments,
  type JsonPart,
  type JsonSelection,
  literalValue,
  type MetadataFields,
  WAITING_UNITS,
} from './json-documents.ts';
import { JsonPlace } from './json-place.ts';

/** Makes one document of every string, or of every string below the pointers. */
export class TextDocuments implements JsonDocuments {
  readonly position = ['pointer'];
  readonly #place: JsonPlace;
  readonly #fields: MetadataFields;
  #parts: JsonPart[] = [];
  /** Texts of the current record that wait for its metadata. */
  #waiting: { readonly text: string; readonly pointer: string }[] = [];
  #waitingUnits = 0;
  #recordDepth = 0;
  #metadata: Record<string, unknown> = {};

  constructor({ pointers, fields }: JsonSelection) {
    this.#place = new JsonPlace(pointers);
    this.#fields = fields;
  }

  get keys(): ReadonlySet<string> {
    return this.#place.keys;
  }

  take(): readonly JsonPart[] {
    if (this.#waitingUnits > WAITING_UNITS) this.#release();
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  key(name: string): void {
    this.#place.key(name);
  }

  open(isList: boolean): void {
    this.#place.beginValue();
    if (this.#place.depth === 0 && isList) this.#recordDepth = 1;
    this.#place.path.open(isList);
  }

  close(): void {
    this.#place.path.close();
    this.#endValue();
  }

  string(text: string): void {
    this.#place.beginValue();
    this.#note(text);
    if (this.#place.isInChosen && text.trim() !== '') {
      this.#waiting.push({ text, pointer: this.#place.path.toPointer() });
      this.#waitingUnits += text.length;
    }
    this.#endValue();
  }

  literal(text: string): void {
    this.#place.beginValue();
    if (this.#fields.length > 0) this.#note(literalValue(text));
    this.#endValue();
  }

  #note(value: unknown): void {
    for (const [name, steps] of this.#fields) {
      if (this.#place.isAt(this.#recordDepth, steps)) this.#metadata[name] = value;
    }
  }

  #endValue(): void {
    this.#place.endValue();
    if (this.#place.depth > this.#recordDepth) return;
    this.#release();
    this.#metadata = {};
  }

  #release(): void {
    for (const { text, pointer } of this.#waiting) {
      this.#parts.push({ kind: 'whole', text, metadata: { ...this.#metadata, pointer } });
    }
    this.#waiting = [];
    this.#waitingUnits = 0;
  }
}

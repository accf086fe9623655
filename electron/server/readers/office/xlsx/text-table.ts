/** Size of a segment in bytes: longer than any text. */
const SEGMENT_BYTES = 4 * 1024 * 1024;

/**
 * An append-only list of texts, kept as UTF-8 outside the heap: a workbook may have millions of short texts, which would take several times as much
 * memory as JavaScript strings.
 */
export class TextTable {
  readonly #segments: Buffer[] = [];
  /** Used bytes of the last segment. */
  #used = SEGMENT_BYTES;
  /** For each text: its offset over all segments, and its length in bytes. */
  #starts = new Float64Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  /** @throws RangeError for a text of more than 4 MB */
  push(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (bytes > SEGMENT_BYTES) throw new RangeError('A text is too long for the table');
    if (this.#used + bytes > SEGMENT_BYTES) {
      this.#segments.push(Buffer.allocUnsafeSlow(SEGMENT_BYTES));
      this.#used = 0;
    }
    if (this.#count === this.#lengths.length) this.#grow();
    this.#segments.at(-1)?.write(text, this.#used);
    this.#starts[this.#count] = (this.#segments.length - 1) * SEGMENT_BYTES + this.#used;
    this.#lengths[this.#count] = bytes;
    this.#used += bytes;
    this.#count += 1;
  }

  /** The text at an index; undefined if it does not exist. */
  get(index: number): string | undefined {
    const start = this.#starts[index];
    const length = this.#lengths[index];
    if (index >= this.#count || start === undefined || length === undefined) return undefined;
    const offset = start % SEGMENT_BYTES;
    return this.#segments[Math.floor(start / SEGMENT_BYTES)]?.toString('utf8', offset, offset + length);
  }

  #grow(): void {
    const starts = new Float64Array(this.#count * 2);
    const lengths = new Uint32Array(this.#count * 2);
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    this.#starts = starts;
    this.#lengths = lengths;
  }
}

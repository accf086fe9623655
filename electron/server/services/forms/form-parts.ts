import { Transform, type TransformCallback } from 'node:stream';
import type { DecoderStream } from 'iconv-lite';
import { readPartHeaders } from './part-headers.ts';

/** Larger headers are left to the parser, which refuses them. */
const LONGEST_HEADERS = 128 * 1024;
const HEADERS_END = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');

/**
 * Brings the headers of a form's parts into UTF-8 before the parser sees them, which would make one name of all that it can't read; and the texts of fields that say
 * that they are in another encoding. Files pass as they are.
 */
export class FormParts extends Transform {
  readonly #delimiter: Buffer;
  readonly #isMixed: boolean;
  #state: 'body' | 'headers' | 'end' = 'body';
  // The first delimiter has no line end before it.
  #rest: Buffer = Buffer.from('\r\n');
  #text: DecoderStream | undefined;

  constructor(boundary: string, isMixed: boolean) {
    super();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#isMixed = isMixed;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    this.#read().then(() => done(), done);
  }

  override _flush(done: TransformCallback): void {
    this.#pass(this.#rest);
    this.#endText();
    done();
  }

  async #read(): Promise<void> {
    while (this.#state === 'body' ? this.#readBody() : this.#state === 'headers' && (await this.#readHeaders()));
    if (this.#state !== 'end') return;
    this.push(this.#rest);
    this.#rest = Buffer.alloc(0);
  }

  /** @returns whether a delimiter has come */
  #readBody(): boolean {
    const at = this.#rest.indexOf(this.#delimiter);
    // What may be the beginning of a delimiter waits for more.
    const passing = at < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : at;
    this.#pass(this.#rest.subarray(0, passing));
    this.#rest = this.#rest.subarray(passing);
    if (at < 0) return false;
    this.#endText();
    this.#state = 'headers';
    return true;
  }

  /** @returns whether the headers behind the delimiter are complete */
  async #readHeaders(): Promise<boolean> {
    const begin = this.#delimiter.length;
    const rest = this.#rest;
    if (rest.length < begin + DASHES.length) return false;
    const end = rest.indexOf(HEADERS_END, begin);
    if (rest.subarray(begin, begin + DASHES.length).equals(DASHES)) {
      this.#state = 'end';
      return false;
    }
    if (end < 0 && rest.length < LONGEST_HEADERS) return false;
    this.#state = 'body';
    if (end < 0) {
      this.push(rest.subarray(0, begin));
      this.#rest = rest.subarray(begin);
      return true;
    }
    const { lines, charset } = await readPartHeaders(rest.subarray(begin, end), this.#isMixed);
    if (charset !== undefined) this.#text = (await import('iconv-lite')).default.getDecoder(charset);
    this.push(Buffer.concat([rest.subarray(0, begin), lines, HEADERS_END]));
    this.#rest = rest.subarray(end + HEADERS_END.length);
    return true;
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0) this.push(this.#text === undefined ? bytes : Buffer.from(this.#text.write(bytes), 'utf8'));
  }

  #endText(): void {
    const last = this.#text?.end() ?? '';
    this.#text = undefined;
    if (last !== '') this.push(Buffer.from(last, 'utf8'));
  }
}

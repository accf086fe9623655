import { type Readable, Transform, type TransformCallback } from 'node:stream';
import type { DecoderStream } from 'iconv-lite';
import { UserError } from '../../../../shared/errors/errors.ts';
import { guessLegacyEncoding } from '../../common/detect-encoding.ts';
import { badlyPacked, decoderOf } from './body-encoding.ts';

const MIXED = /^\s*multipart\/mixed\b/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/** Whether a body has parts that name no fields: files, as mail programs and libraries for REST send them. */
export function isMixedForm(contentType: string | undefined): boolean {
  return MIXED.test(contentType ?? '');
}

interface RawBody extends Readable {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The body of a form as the parser reads it: unpacked, with names in UTF-8.
 * @throws UserError INVALID_MULTIPART, UNSUPPORTED_MEDIA_TYPE
 */
export function readableForm(raw: RawBody): RawBody {
  const contentType = String(raw.headers['content-type'] ?? '');
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) {
    throw new UserError('INVALID_MULTIPART', "The form can't be read: its Content-Type names no boundary.");
  }
  const decoder = decoderOf(String(raw.headers['content-encoding'] ?? ''));
  const parts = new FormParts(boundary, isMixedForm(contentType));
  // Not a pipeline: that would end the connection before the answer to a form that is refused.
  const unpacked = decoder === undefined ? raw : raw.pipe(decoder);
  decoder?.once('error', (error) => parts.destroy(badlyPacked(error)));
  raw.once('error', (error) => parts.destroy(error));
  raw.once('close', () => {
    if (!raw.readableEnded) parts.destroy();
  });
  unpacked.pipe(parts);
  const headers = { ...raw.headers, 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return Object.assign(parts, { headers });
}

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

/** How a part of a form is to be read. */
interface ReadHeaders {
  /** Its header lines, in UTF-8 and in the form that the parser knows. */
  readonly lines: Buffer;
  /** What the text of a field is in, if that is not UTF-8. */
  readonly charset: string | undefined;
}

const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;
const UTF8 = /^(?:utf-?8|us-ascii|ascii)$/i;

/** What is in quotes and no ASCII: the words of the header itself would make every name look Western. */
function oddValues(line: Buffer): Buffer {
  const values = line.toString('latin1').match(/"[^"]*[\u0080-\u00ff][^"]*"/g) ?? [];
  return values.length === 0 ? line : Buffer.from(values.map((value) => value.slice(1, -1)).join(' '), 'latin1');
}

async function decode(bytes: Buffer, charset: string | undefined): Promise<string> {
  const { default: iconv } = await import('iconv-lite');
  const isKnown = charset !== undefined && !UTF8.test(charset) && iconv.encodingExists(charset);
  return iconv.decode(bytes, isKnown ? charset : await guessLegacyEncoding(oddValues(bytes)));
}

function wordBytes(encoding: string, text: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64');
  const plain = text
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** Names as mails write them (RFC 2047), which many programs send in forms too. Quotes in them stay inside of the quoted name. */
async function withoutEncodedWords(line: string): Promise<string> {
  if (!/=\?/.test(line)) return line;
  const { default: iconv } = await import('iconv-lite');
  return line.replaceAll(/(\?=)\s+(=\?)/g, '$1$2').replaceAll(ENCODED_WORD, (whole, charset, encoding, text) => {
    if (!iconv.encodingExists(charset)) return whole;
    const name = iconv.decode(wordBytes(encoding, text), charset);
    return name.replaceAll(/[\r\n]/g, ' ').replaceAll(/["\\]/g, '\\$&');
  });
}

/** A part of a mixed form names no field: it is a file. */
function asFormData(line: string): string {
  const name = /[;\s]name\s*=/i.test(line) ? '' : '; name="files"';
  return line.replace(/^(content-disposition\s*:\s*)(?:attachment|inline|file|form-data)/i, `$1form-data${name}`);
}

async function readLine(bytes: Buffer, charset: string | undefined, isMixed: boolean): Promise<string> {
  const text = bytes.toString('utf8');
  const isUtf8 = Buffer.from(text, 'utf8').equals(bytes);
  const line = isUtf8 ? text : await decode(bytes, charset);
  if (!/^content-disposition\s*:/i.test(line)) return line;
  const named = await withoutEncodedWords(line);
  return isMixed ? asFormData(named) : named;
}

/** Reads the header lines of a part, in whatever encoding its names are. */
async function readPartHeaders(block: Buffer, isMixed: boolean): Promise<ReadHeaders> {
  // Latin-1 keeps every byte. A line that begins with a space goes on from the one before.
  const raw = block
    .toString('latin1')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const charset = raw.map((line) => CHARSET.exec(line)?.[1]).find((found) => found !== undefined);
  const lines = await Promise.all(raw.map((line) => readLine(Buffer.from(line, 'latin1'), charset, isMixed)));
  const isFile = lines.some((line) => /^content-disposition\s*:.*[;\s]filename\*?\s*=/i.test(line));
  const { default: iconv } = await import('iconv-lite');
  const isOther = charset !== undefined && !UTF8.test(charset) && iconv.encodingExists(charset);
  if (isFile || !isOther) return { lines: Buffer.from(lines.join('\r\n'), 'utf8'), charset: undefined };
  const inUtf8 = lines.map((line) =>
    /^content-type\s*:/i.test(line) ? line.replace(CHARSET, '; charset=utf-8') : line,
  );
  return { lines: Buffer.from(inUtf8.join('\r\n'), 'utf8'), charset };
}

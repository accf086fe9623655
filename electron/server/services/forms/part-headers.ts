import { guessLegacyEncoding } from '../../common/detect-encoding.ts';

/** How a part of a form is to be read. */
export interface ReadHeaders {
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
export async function readPartHeaders(block: Buffer, isMixed: boolean): Promise<ReadHeaders> {
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

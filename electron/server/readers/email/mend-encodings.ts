import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { declaredEncoding } from '../text/declared-encoding.ts';
import { createDecoder } from '../text/text-decoder.ts';
import { decodeText, guessFrom, trueEncoding } from '../text/true-encoding.ts';

/** Text that the message shows, or that is read as what the message declares. */
const TEXT = /^(?:text\/(?:plain|html|calendar)|application\/ics)$/i;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;
const ENCODED_WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;
const HEAD_OF_PAGE = 4096;

/** A part of a message, or the message itself, as places in its text. Nothing is decoded. */
interface MessagePart {
  /** Where its head begins, and where it ends: behind the last header, before the empty line. */
  readonly headStart: number;
  readonly headEnd: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** Of the header of this name, unfolded; the first if there are several. */
  header(name: string): string | undefined;
  /** Whether it holds other parts, whose places are inside its body. */
  readonly isMultipart: boolean;
}

/** Parts in parts: beyond this nothing is looked for. Mail programs use up to four. */
const MOST_LEVELS = 32;

const BOUNDARY = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i;

/**
 * The parts of a message in their order, those of attached messages not among them.
 * @param text the message, each character a byte
 */
function* partsOfMessage(text: string): Generator<MessagePart> {
  const boundaries: string[] = [];
  for (let start: number | undefined = 0; start !== undefined; ) {
    const { headEnd, bodyStart } = endOfHead(text, start);
    const head = text.slice(start, headEnd);
    const header = (name: string) => headerOf(head, name);
    const contentType = header('content-type') ?? '';
    const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
    const boundary = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
    const isMultipart = /^\s*multipart\//i.test(contentType) && boundary !== undefined;
    if (isMultipart) boundaries.push(boundary);
    if (boundaries.length > MOST_LEVELS) return;
    const { end, next } = nextBoundary(text, bodyStart, boundaries);
    yield { headStart: start, headEnd, bodyStart, bodyEnd: end, header, isMultipart };
    start = next;
  }
}

/** @param head headers, each character a byte */
function headerOf(head: string, name: string): string | undefined {
  const found = new RegExp(`^${name}[ \\t]*:([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, 'im').exec(head);
  return found?.[1]?.replaceAll(/\r?\n/g, '').trim();
}

function endOfHead(text: string, start: number): { readonly headEnd: number; readonly bodyStart: number } {
  const empty = /\r?\n/y;
  empty.lastIndex = start;
  const atOnce = empty.exec(text);
  if (atOnce !== null) return { headEnd: start, bodyStart: empty.lastIndex };
  const end = /\r?\n\r?\n/g;
  end.lastIndex = start;
  const found = end.exec(text);
  if (found === null) return { headEnd: text.length, bodyStart: text.length };
  return { headEnd: found.index, bodyStart: end.lastIndex };
}

/** Where the body that begins here ends, and where the part behind it begins; what follows a last boundary is no part. */
function nextBoundary(
  text: string,
  from: number,
  boundaries: string[],
): { readonly end: number; readonly next: number | undefined } {
  let end: number | undefined;
  for (let dashes = lineOfDashes(text, from); dashes !== -1; dashes = lineOfDashes(text, dashes + 2)) {
    const feed = text.indexOf('\n', dashes);
    const line = text.slice(dashes + 2, feed === -1 ? text.length : feed).trimEnd();
    const level = boundaries.findLastIndex((boundary) => line === boundary || line === `${boundary}--`);
    if (level === -1) continue;
    end ??= dashes;
    const isLast = line !== boundaries[level];
    boundaries.length = isLast ? level : level + 1;
    if (!isLast) return { end, next: feed === -1 ? text.length : feed + 1 };
  }
  return { end: end ?? text.length, next: undefined };
}

/** The next line that begins with two dashes. */
function lineOfDashes(text: string, from: number): number {
  if (text.startsWith('--', from) && (from === 0 || text[from - 1] === '\n')) return from;
  const found = text.indexOf('\n--', from);
  return found === -1 ? -1 : found + 1;
}

interface TextPart {
  readonly part: MessagePart;
  readonly bytes: Buffer;
  readonly declared: string | undefined;
}

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/**
 * The same message with its texts and headers in encodings that it declares: what it says falsely, or does not say of bytes beyond ASCII, is found out from
 * the bytes, and written in UTF-8.
 */
export async function mendEncodings(message: Uint8Array): Promise<Uint8Array> {
  const text = Buffer.from(message.buffer, message.byteOffset, message.length).toString('latin1');
  const parts = [...partsOfMessage(text)];
  const texts = parts.flatMap((part) => textOfPart(text, part) ?? []);
  const head = (part: MessagePart) => Buffer.from(text.slice(part.headStart, part.headEnd), 'latin1');
  const odd = [...parts.map(head), ...texts.map(({ bytes }) => bytes)].filter((bytes) => !isUtf8(bytes));
  let guessed: Promise<string> | undefined;
  const guess = (): Promise<string> => (guessed ??= guessFrom(odd));
  const replacements: Replacement[] = [];
  const byPart = new Map(texts.map((one) => [one.part, one]));
  // Headers without a declaration are mostly in the encoding that a text of the same message declares.
  const encodings = texts.flatMap(({ declared }) => (declared === undefined ? [] : [declared]));
  for (const part of parts) {
    const bytes = head(part);
    const mended = await mendHead(bytes, encodings, guess);
    const one = byPart.get(part);
    const encoding = one === undefined ? undefined : await trueEncoding(one.bytes, one.declared, guess);
    if (one !== undefined && encoding !== undefined) {
      replacements.push(await mendPart(one, mended, encoding));
    } else if (mended !== bytes) {
      replacements.push({ from: part.headStart, to: part.headEnd, by: mended.toString('latin1') });
    }
  }
  return replacements.length === 0 ? message : Buffer.from(replaceAll(text, replacements), 'latin1');
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let mended = '';
  let from = 0;
  for (const replacement of replacements) {
    mended += text.slice(from, replacement.from) + replacement.by;
    from = replacement.to;
  }
  return mended + text.slice(from);
}

function textOfPart(text: string, part: MessagePart): TextPart | undefined {
  const contentType = part.header('content-type') ?? 'text/plain';
  const type = contentType.split(';', 1)[0]?.trim() ?? '';
  if (part.isMultipart || !TEXT.test(type)) return undefined;
  if (type.startsWith('text/') && /^attachment\b/i.test(part.header('content-disposition') ?? '')) return undefined;
  const bytes = unpack(text.slice(part.bodyStart, part.bodyEnd), part.header('content-transfer-encoding') ?? '');
  const [, quoted, bare] = CHARSET.exec(contentType) ?? [];
  const named = (quoted ?? bare)?.trim() || undefined;
  const isPage = /html$/i.test(type);
  const declared = named ?? (isPage ? declaredEncoding(bytes.toString('latin1', 0, HEAD_OF_PAGE)) : undefined);
  return { part, bytes, declared };
}

function unpack(body: string, transfer: string): Buffer {
  if (/base64/i.test(transfer)) return Buffer.from(body, 'base64');
  return Buffer.from(
    /quoted-printable/i.test(transfer) ? unquote(body.replaceAll(/=[ \t]*\r?\n/g, '')) : body,
    'latin1',
  );
}

/** Undoes `=C3=BC`; each character is a byte. */
export function unquote(text: string): string {
  return text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

async function mendPart({ part, bytes }: TextPart, head: Buffer, encoding: string): Promise<Replacement> {
  const decoder = await createDecoder(encoding);
  const text = `${decoder.write(bytes)}${decoder.end()}`.replace(/^\ufeff/, '');
  const contentType = (part.header('content-type') ?? 'text/plain').replace(CHARSET, '');
  const kept = withoutHeaders(head.toString('latin1'), ['content-type', 'content-transfer-encoding']);
  const lines = [`Content-Type: ${contentType}; charset=utf-8`, 'Content-Transfer-Encoding: base64'];
  const by = [...(kept === '' ? [] : [kept]), ...lines, '', Buffer.from(text).toString('base64'), ''].join('\r\n');
  return { from: part.headStart, to: part.bodyEnd, by };
}

function withoutHeaders(head: string, names: readonly string[]): string {
  const header = new RegExp(`^(?:${names.join('|')})[ \\t]*:[^\\n]*(?:\\n[ \\t][^\\n]*)*\\n?`, 'gim');
  return head.replaceAll(header, '').trimEnd();
}

/** Headers in UTF-8, and their encoded words in encodings that they are in. */
async function mendHead(head: Buffer, declared: readonly string[], guess: () => Promise<string>): Promise<Buffer> {
  const asUtf8 = isUtf8(head) ? head : Buffer.from(iconv.decode(head, await encodingOfHead(head, declared, guess)));
  const text = asUtf8.toString('latin1');
  const words = new Map<string, string>();
  for (const { 0: word, 1: charset = '', 2: kind = '', 3: packed = '', index } of text.matchAll(ENCODED_WORD)) {
    // A letter may lie across two of them.
    if (/\?=\s*$/.test(text.slice(Math.max(0, index - 5), index))) continue;
    if (/^\s*=\?/.test(text.slice(index + word.length, index + word.length + 5))) continue;
    const isBase64 = kind.toLowerCase() === 'b';
    const bytes = isBase64
      ? Buffer.from(packed, 'base64')
      : Buffer.from(unquote(packed.replaceAll('_', ' ')), 'latin1');
    if (isAscii(bytes)) continue;
    const letters = await decodeText(bytes, charset);
    words.set(word, `=?utf-8?B?${Buffer.from(letters).toString('base64')}?=`);
  }
  if (words.size === 0) return asUtf8;
  return Buffer.from(
    text.replaceAll(ENCODED_WORD, (word) => words.get(word) ?? word),
    'latin1',
  );
}

async function encodingOfHead(
  head: Buffer,
  declared: readonly string[],
  guess: () => Promise<string>,
): Promise<string> {
  for (const encoding of declared) {
    if (iconv.encodingExists(encoding) && (await trueEncoding(head, encoding, guess)) === undefined) return encoding;
  }
  return guess();
}

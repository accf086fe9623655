/** A part of a message, or the message itself, as places in its text. Nothing is decoded. */
export interface MessagePart {
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
export function* partsOfMessage(text: string): Generator<MessagePart> {
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

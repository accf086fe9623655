const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const EQUALS = 0x3d;

/** Messages with fewer lines are left unchanged. Mail that people write has fewer; attachments may have any number. */
const LEFT_ALONE = 20_000;
/** About the maximum length of joined lines, in bytes. */
const MOST_BYTES = 64 * 1024;

export interface JoinedLines {
  readonly message: Uint8Array;
  /** How many lines remain; they determine the cost of reading the message. */
  readonly lines: number;
}

/** Counts lines, up to a limit. */
function countLines(message: Uint8Array): number {
  let count = 1;
  for (let at = message.indexOf(LF); at >= 0 && count <= LEFT_ALONE; at = message.indexOf(LF, at + 1)) count += 1;
  return count;
}

/**
 * Joins the very many lines of a message into few long ones: the parser keeps each line of a body as an object, which costs about 2.5 kB whatever its
 * length. The separator is CR, which never occurs within a line: {@link splitLines} restores the lines. Headers stay as they are, and so do lines
 * that may be a boundary between parts, or that quoted-printable continues after.
 */
export function joinLines(message: Uint8Array): JoinedLines {
  const count = countLines(message);
  if (count <= LEFT_ALONE) return { message, lines: count };
  const joined = new Uint8Array(message.length);
  let size = 0;
  let lines = 0;
  let isInHead = true;
  let isOpen = false;
  let pieceStart = 0;
  for (let start = 0, number = 1; start < message.length; number += 1) {
    const feed = message.indexOf(LF, start);
    const next = feed < 0 ? message.length : feed + 1;
    let end = feed < 0 ? next : feed;
    while (end > start && message[end - 1] === CR) end -= 1;
    const isBoundary = message[start] === DASH && message[start + 1] === DASH;
    const isJoined = isOpen && !isBoundary && size - pieceStart < MOST_BYTES;
    if (isJoined) joined[size - 1] = CR;
    else {
      lines += 1;
      pieceStart = size;
    }
    if (end > start) joined.set(message.subarray(start, end), size);
    size += end - start;
    if (feed >= 0) joined[size++] = LF;
    // The line that ends a header must stay separate, so the next line is not joined to it.
    isOpen = number >= LEFT_ALONE && !isInHead && !isBoundary && message[end - 1] !== EQUALS && feed >= 0;
    isInHead = isBoundary || (isInHead && end > start);
    start = next;
  }
  return { message: joined.subarray(0, size), lines };
}

/** Undoes {@link joinLines} in the content of a part. Decoded content may have line ends (CRLF) of its own: those stay. */
export function splitLines(content: Uint8Array): Uint8Array {
  return content.map((byte, at) => (byte === CR && content[at + 1] !== LF ? LF : byte));
}

/** Enough for the headers of a message. */
const HEAD_BYTES = 256 * 1024;

/** The headers of a message, each character a byte. */
export function headOf(message: Uint8Array): string {
  const text = Buffer.from(message.buffer, message.byteOffset, Math.min(message.length, HEAD_BYTES)).toString('latin1');
  return text.split(/\r?\n\r?\n/, 1)[0] ?? '';
}

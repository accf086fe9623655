const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const EQUALS = 0x3d;

/** So many lines are left as they are. Mails that people write have fewer; what is attached may have any number. */
const LEFT_ALONE = 20_000;
/** A piece of joined lines is about so long at most, in bytes. */
const MOST_BYTES = 64 * 1024;

export interface JoinedLines {
  readonly message: Uint8Array;
  /** How many are left, which is what reading the message costs. */
  readonly lines: number;
}

/** Counts lines, no further than needed. */
function countLines(message: Uint8Array): number {
  let count = 1;
  for (let at = message.indexOf(LF); at >= 0 && count <= LEFT_ALONE; at = message.indexOf(LF, at + 1)) count += 1;
  return count;
}

/**
 * Makes few long lines of a message's very many: the parser keeps each line of a body as an object of its own, which costs about 2.5 kB
 * whatever its length. Lines are joined by CR, which no line has within it: {@link splitLines} makes them again. Heads are left alone, and
 * so are lines that may be a boundary between parts, or that quoted-printable goes on after.
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
    // The line that ends a head has to stay alone, so what comes next is not joined to it.
    isOpen = number >= LEFT_ALONE && !isInHead && !isBoundary && message[end - 1] !== EQUALS && feed >= 0;
    isInHead = isBoundary || (isInHead && end > start);
    start = next;
  }
  return { message: joined.subarray(0, size), lines };
}

/** Undoes {@link joinLines} in the content of a part. One that was encoded may have ends of lines (CRLF) of its own: those stay. */
export function splitLines(content: Uint8Array): Uint8Array {
  return content.map((byte, at) => (byte === CR && content[at + 1] !== LF ? LF : byte));
}

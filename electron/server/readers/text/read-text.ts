import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { unfinishedUtf8Bytes } from './inspect-text.ts';
import { createDecoder, type Decoder } from './text-decoder.ts';

/** Bytes per piece: large enough that the cost per piece is negligible, small enough for several files in memory. */
const PIECE_BYTES = 1024 * 1024;

export interface ReadTextOptions {
  /** The file's size: a small file is read with a small buffer. */
  readonly sizeBytes: number;
  /** A name that iconv-lite or browsers know. */
  readonly encoding: string;
  /** Length of the byte order mark, which is left out. */
  readonly markBytes: number;
  readonly signal: AbortSignal;
  /** Called with the number of bytes read so far. */
  onRead(bytesRead: number): void;
}

/** Streams a file as text. NUL characters are dropped; bytes that are invalid in the encoding become U+FFFD. */
export async function* readText(path: string, options: ReadTextOptions): AsyncGenerator<string> {
  const { encoding, markBytes, sizeBytes, signal } = options;
  // Node does not close the file of a stream whose signal was aborted before the stream started.
  signal.throwIfAborted();
  const pieceBytes = Math.max(1, Math.min(PIECE_BYTES, sizeBytes - markBytes));
  const bytes = createReadStream(path, { start: markBytes, highWaterMark: pieceBytes, signal });
  const decoder = encoding === 'utf8' ? utf8Decoder() : await createDecoder(encoding);
  let bytesRead = markBytes;
  for await (const piece of bytes) {
    bytesRead += piece.length;
    options.onRead(bytesRead);
    const text = withoutNuls(decoder.write(piece));
    if (text !== '') yield text;
  }
  const rest = withoutNuls(decoder.end());
  if (rest !== '') yield rest;
}

function withoutNuls(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Several times as fast as TextDecoder on a stream: pieces are cut between characters, so each can be decoded alone. */
function utf8Decoder(): Decoder {
  let carry: Buffer = Buffer.alloc(0);
  return {
    write(bytes) {
      const all = carry.length === 0 ? bytes : Buffer.concat([carry, bytes]);
      const end = all.length - unfinishedUtf8Bytes(all);
      carry = all.subarray(end);
      const complete = all.subarray(0, end);
      return isAscii(complete) ? complete.toString('latin1') : complete.toString('utf8');
    },
    end: () => carry.toString('utf8'),
  };
}

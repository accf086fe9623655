import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { encodingByMark } from '../../common/detect-encoding.ts';
import { declaredEncoding } from './declared-encoding.ts';

/** Enough for a byte order mark and an XML declaration. */
const HEAD_BYTES = 256;

/** The text of an XML or HTML part of an archive: in the encoding of its byte order mark or its declaration, otherwise UTF-8. */
export async function* decodePart(part: Readable, signal: AbortSignal): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const bytes of part) {
    signal.throwIfAborted();
    decoder ??= decoderFor(bytes);
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

function decoderFor(start: Buffer): TextDecoder {
  const head = start.subarray(0, HEAD_BYTES);
  const label = encodingByMark(head)?.encoding ?? declaredEncoding(head.toString('latin1')) ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    // Unknown encoding: bytes that are not UTF-8 will become U+FFFD.
    return new TextDecoder();
  }
}

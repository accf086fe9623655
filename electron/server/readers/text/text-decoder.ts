import { TextDecoder } from 'node:util';

/** Turns bytes into text piece by piece; characters may be cut anywhere. */
export interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** Whether there is a decoder for an encoding, by a name that iconv-lite or browsers know. */
export async function hasDecoder(encoding: string): Promise<boolean> {
  const { default: iconv } = await import('iconv-lite');
  return iconv.encodingExists(encoding) || browserDecoder(encoding) !== undefined;
}

/** A decoder for which bytes that the encoding does not know become U+FFFD. @throws RangeError if nobody knows the encoding */
export async function createDecoder(encoding: string): Promise<Decoder> {
  const { default: iconv } = await import('iconv-lite');
  if (iconv.encodingExists(encoding)) {
    const decoder = iconv.getDecoder(encoding);
    return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
  }
  // What iconv-lite lacks: ISO-2022-JP above all.
  const decoder = browserDecoder(encoding);
  if (decoder === undefined) throw new RangeError(`No decoder for ${encoding}`);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function browserDecoder(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

import { TextDecoder } from 'node:util';

/** Decodes bytes piece by piece; a piece may end within a character. */
export interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** Whether an encoding is supported, by a name that iconv-lite or browsers know. */
export async function hasDecoder(encoding: string): Promise<boolean> {
  const { default: iconv } = await import('iconv-lite');
  return iconv.encodingExists(encoding) || browserDecoder(encoding) !== undefined;
}

/** A decoder that turns invalid bytes into U+FFFD. @throws RangeError for an unknown encoding */
export async function createDecoder(encoding: string): Promise<Decoder> {
  const { default: iconv } = await import('iconv-lite');
  if (iconv.encodingExists(encoding)) {
    const decoder = iconv.getDecoder(encoding);
    return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
  }
  // For encodings that iconv-lite lacks, such as ISO-2022-JP.
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

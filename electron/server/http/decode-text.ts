import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { encodingByMark, guessLegacyEncoding, ISO_2022_JP, isIso2022Jp } from '../common/detect-encoding.ts';

/** HTML asks for it within the first kilobyte; pages with long comments before it are common. */
const HEAD_BYTES = 4096;
/** What the guess of an encoding looks at. */
const SAMPLE_BYTES = 64 * 1024;

const DECLARATIONS = [
  /<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i,
  /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i,
];

/**
 * Turns an answer into text: by its byte order mark, the charset of its header, what it says in its head, as UTF-8 if it is that, else by a guess. Names are those
 * of browsers (`iso-8859-1` is read as windows-1252). Bytes that the encoding does not know become U+FFFD.
 */
export async function decodeText(bytes: Buffer, contentType: string | null): Promise<string> {
  const marked = encodingByMark(bytes.subarray(0, 4));
  if (marked !== undefined) return await decodeWith(marked.encoding, bytes.subarray(marked.markBytes));
  return (
    decodeAs(charsetOf(contentType), bytes) ??
    decodeAs(declaredIn(bytes, contentType), bytes) ??
    (isAscii(bytes) && isIso2022Jp(bytes) ? decodeAs(ISO_2022_JP, bytes) : undefined) ??
    (isUtf8(bytes)
      ? bytes.toString('utf8')
      : await decodeWith(await guessLegacyEncoding(bytes.subarray(0, SAMPLE_BYTES)), bytes))
  );
}

/** The charset that a Content-Type header names. */
export function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1];
}

/** Other kinds of text may quote HTML. */
function declaredIn(bytes: Buffer, contentType: string | null): string | undefined {
  if (!/html|xml/i.test(contentType ?? 'html')) return undefined;
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  for (const pattern of DECLARATIONS) {
    const name = pattern.exec(head)?.[1];
    // A page that could be read up to here is not in UTF-16, whatever it says.
    if (name !== undefined) return /^utf-16/i.test(name) ? 'utf-8' : name;
  }
  return undefined;
}

/** @returns undefined if no encoding is named or nobody knows the name */
function decodeAs(label: string | undefined, bytes: Buffer): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @param encoding iconv-lite's name */
async function decodeWith(encoding: string, bytes: Buffer): Promise<string> {
  const { default: iconv } = await import('iconv-lite');
  return iconv.decode(bytes, encoding);
}

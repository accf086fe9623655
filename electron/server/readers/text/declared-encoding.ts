import { open } from 'node:fs/promises';
import { ISO_2022_JP, withSupersets } from '../../common/detect-encoding.ts';
import { hasDecoder } from './text-decoder.ts';

/** HTML requires the declaration within the first kilobyte; pages with long comments before it are common. */
const HEAD_BYTES = 4096;

const DECLARATIONS = [
  /<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i,
  /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i,
];

/** The encoding declared in the head of an XML or HTML text, lower case. */
export function declaredEncoding(head: string): string | undefined {
  for (const pattern of DECLARATIONS) {
    const name = pattern.exec(head)?.[1];
    if (name !== undefined) return name.toLowerCase();
  }
  return undefined;
}

/** The encoding that an XML or HTML file declares. Undefined if it declares none, or UTF-8, UTF-16 or ISO-2022-JP: these are detected from the bytes. */
export async function legacyEncodingOfMarkup(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const name = declaredEncoding(buffer.subarray(0, bytesRead).toString('latin1'));
    if (name === undefined || name.startsWith('utf') || name === ISO_2022_JP) return undefined;
    return (await hasDecoder(name)) ? withSupersets(name) : undefined;
  } finally {
    await file.close();
  }
}

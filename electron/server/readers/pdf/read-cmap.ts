import { readFile } from 'node:fs/promises';

/** Next to this file, and next to the built bundle, where the build copies the folder. */
const CMAPS = './cmaps/';

/**
 * Reads one of Adobe's predefined CMaps, in pdf.js's packed format, by its file name.
 * @throws RangeError if the name is not a CMap's; errors of reading the file
 */
export async function readCMap(fileName: string): Promise<Uint8Array> {
  // The name is partly from the document, so it is untrusted.
  if (!/^[\w-]+\.bcmap$/.test(fileName)) throw new RangeError(`No CMap: ${fileName}`);
  return new Uint8Array(await readFile(new URL(`${CMAPS}${fileName}`, import.meta.url)));
}

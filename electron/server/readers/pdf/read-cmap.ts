import { readFile } from 'node:fs/promises';

/** Beside this file, and beside the built bundle, which has the folder copied there. */
const CMAPS = './cmaps/';

/**
 * Reads one of Adobe's predefined CMaps, packed as pdf.js has them, by its file name.
 * @throws RangeError for what is not the name of one; what reading it throws
 */
export async function readCMap(fileName: string): Promise<Uint8Array> {
  // Part of it comes out of the document.
  if (!/^[\w-]+\.bcmap$/.test(fileName)) throw new RangeError(`No CMap: ${fileName}`);
  return new Uint8Array(await readFile(new URL(`${CMAPS}${fileName}`, import.meta.url)));
}

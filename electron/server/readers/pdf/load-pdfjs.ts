import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readCMap } from './read-cmap.ts';

/** Classes of browsers that pdf.js draws with. It looks for them when it is loaded, and warns; nothing is drawn here. */
const DRAWING = ['DOMMatrix', 'Path2D', 'ImageData'];
const DECODERS: ReadonlySet<string> = new Set(['jbig2.wasm', 'openjpeg.wasm']);

/**
 * The build of pdf.js that decodes every picture (fax, JBIG2, JPEG 2000). unpdf's build has no decoders for these, and is enough for text.
 */
export async function loadPdfjsWithPictures() {
  for (const name of DRAWING) if (!(name in globalThis)) Reflect.set(globalThis, name, class NotDrawn {});
  // Its half that reads files is found by a global name, under which unpdf's may stand; each takes what it finds with its first document.
  await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
  return await import('pdfjs-dist/legacy/build/pdf.min.mjs');
}

/** The build copies the decoders beside the programs; the sources take them from the package. */
function decoderFile(name: string): string | URL {
  return import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve(`pdfjs-dist/wasm/${name}`)
    : new URL(`./decoders/${name}`, import.meta.url);
}

/**
 * What pdf.js asks for while it reads a document: CMaps, and decoders of pictures.
 * @throws RangeError for anything else: fonts are not needed without drawing
 */
export async function readPdfjsData(kind: string, name: string): Promise<Uint8Array> {
  if (kind === 'cMapUrl') return await readCMap(name);
  if (kind !== 'wasmUrl' || !DECODERS.has(name)) throw new RangeError(`No such data: ${name}`);
  return await readFile(decoderFile(name));
}

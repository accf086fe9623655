import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/** The data of English as it is served: compressed. */
export function englishData(): Buffer {
  return readFileSync(require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'));
}

/** Puts the data of English where a recogniser looks for it, so that nothing is fetched. */
export function putEnglish(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'eng.traineddata'), gunzipSync(englishData()));
}

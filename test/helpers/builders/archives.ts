import { createHash } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import type { ApiClient } from '../servers/api-client.ts';

/** A part of an archive as text. */
export const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

/**
 * An archive with other parts, of which its manifest knows.
 * @param changed undefined: without the part
 * @param level how far its parts are packed
 */
export function rewriteArchive(
  parts: Readonly<Record<string, Uint8Array>>,
  changed: Readonly<Record<string, string | Uint8Array | undefined>>,
  level: 0 | 9 = 0,
) {
  const manifest = JSON.parse(textOf(parts['manifest.json']));
  const all = new Map(Object.entries(parts));
  for (const [name, text] of Object.entries(changed)) {
    all.delete(name);
    delete manifest.parts[name];
    if (text === undefined) continue;
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    all.set(name, bytes);
    manifest.parts[name] = { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  all.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  const stored = [...all].map(([name, bytes]) => [name, [bytes, { level: name.startsWith('files/') ? 0 : level }]]);
  return new Uint8Array(zipSync(Object.fromEntries(stored) as Zippable));
}

/** Imports an archive as a script does. @param name of the flow or store; empty: that in the archive */
export function sendArchive(api: ApiClient, bytes: Uint8Array<ArrayBuffer>, name = '') {
  const form = new FormData();
  form.append('name', name);
  form.append('files', new Blob([bytes]), 'archive.zip');
  return api.call('POST', '/archives', { body: form });
}

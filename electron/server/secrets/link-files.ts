import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_PARAM } from '../../../shared/api/session.ts';
import type { Log } from '../core/log.ts';
import { hashApiKey } from './api-key.ts';

/** The number of characters of the code's hash that name the file; they do not reveal the code. */
const NAME_CHARACTERS = 32;

function folderOf(dataDir: string): string {
  return join(dataDir, 'links');
}

function fileOf(dataDir: string, code: string): string {
  return join(folderOf(dataDir), `${hashApiKey(code).toString('hex').slice(0, NAME_CHARACTERS)}.html`);
}

/**
 * Makes a page, readable by the owner of the data folder only, that redirects to a link with a code. The link can't be a program argument: every user
 * of the computer can read those. The server removes the page when the code was used, and when the server ends.
 * @returns its path
 */
export function makeLinkFile(dataDir: string, link: string): string {
  const address = new URL(link);
  const file = fileOf(dataDir, address.searchParams.get(CODE_PARAM) ?? '');
  const text = address.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const head = `<meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Tributary</title>`;
  const page = `<!doctype html>${head}<meta http-equiv="refresh" content="0;url=${text}"><a href="${text}">Open Tributary</a>\n`;
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  writeFileSync(file, page, { mode: 0o600 });
  return file;
}

/** Removes the link pages. A page that a browser has open stays until the next start; its code no longer works. */
export function createLinkFiles(dataDir: string, log: Log) {
  function remove(path: string): void {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error }, 'The page of a link that was used could not be removed; the next start removes it');
    }
  }

  return {
    remove: (code: string): void => remove(fileOf(dataDir, code)),
    removeAll: (): void => remove(folderOf(dataDir)),
  };
}

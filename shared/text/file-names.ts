/** Longer than any path that today's file systems allow. */
const LONGEST_NAME = 1024;

/** What a file is called that has no name. */
export const NAMELESS = 'upload';

/**
 * The name of an uploaded file without control characters: a relative path is kept whole, of any other path only the last part. It is only displayed
 * and stored.
 */
export function cleanFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = name.replaceAll('\\', '/').replaceAll(/[\u0000-\u001f\u007f]/g, '');
  const parts = plain
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.');
  const leadsOutside = plain.startsWith('/') || /^[A-Za-z]:/.test(plain) || parts.includes('..');
  const kept = leadsOutside ? parts.filter((part) => part !== '..').slice(-1) : parts;
  const cleaned = kept.join('/').slice(-LONGEST_NAME).replace(/^\/+/, '');
  return cleaned === '' ? NAMELESS : cleaned;
}

/** The path, with a number if another file has the same: `a (2).pdf`. */
export function freePath(path: string, taken: { readonly has: (path: string) => boolean }): string {
  const [, stem = path, extension = ''] = /^(.*[^/])(\.[^./]*)$/s.exec(path) ?? [];
  let free = path;
  for (let number = 2; taken.has(free); number += 1) free = `${stem} (${number})${extension}`;
  return free;
}

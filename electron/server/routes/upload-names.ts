import { posix } from 'node:path';
import type { RenamedFile } from '../../../shared/api/vector.ts';
import type { SourceFile } from '../nodes/kinds.ts';

/** Longer than any path that a file system of today gives to one file of a folder. */
const LONGEST_NAME = 1024;

/**
 * What a client calls a file, without control characters: its path in the folder that was chosen if that is what is sent, of any other path its last part. It
 * is only ever shown and recorded.
 */
export function cleanFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = name.replaceAll('\\', '/').replaceAll(/[\u0000-\u001f\u007f]/g, '');
  const parts = plain
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.');
  const isElsewhere = plain.startsWith('/') || /^[A-Za-z]:/.test(plain) || parts.includes('..');
  const kept = isElsewhere ? parts.filter((part) => part !== '..').slice(-1) : parts;
  const cleaned = kept.join('/').slice(-LONGEST_NAME).replace(/^\/+/, '');
  return cleaned === '' ? 'upload' : cleaned;
}

/** Gives each file of a call a name of its own: the second `a.txt` becomes `a (2).txt`. */
export function nameUploads() {
  const taken = new Set<string>();
  return (sent: string): { readonly name: string } & Partial<Pick<RenamedFile, 'sentAs'>> => {
    const wanted = cleanFileName(sent);
    let name = wanted;
    const { dir, name: stem, ext } = posix.parse(wanted);
    for (let number = 2; taken.has(name); number += 1) name = posix.join(dir, `${stem} (${number})${ext}`);
    taken.add(name);
    return name === wanted ? { name } : { name, sentAs: wanted };
  };
}

/** What an answer says of the files of its call; nothing when each kept its name. */
export function renamedFilesOf(uploads: readonly SourceFile[]): { readonly renamedFiles?: RenamedFile[] } {
  const renamedFiles = uploads.flatMap(({ name, sentAs }) => (sentAs === undefined ? [] : [{ sentAs, source: name }]));
  return renamedFiles.length === 0 ? {} : { renamedFiles };
}

/** The answer of a run with what it says of the files. Whoever waits for it handles its failure. */
export function withRenamedFiles<Result extends object>(
  result: Promise<Result>,
  uploads: readonly SourceFile[],
): Promise<Result & ReturnType<typeof renamedFilesOf>> {
  const answer = result.then((body) => ({ ...body, ...renamedFilesOf(uploads) }));
  answer.catch(() => undefined);
  return answer;
}

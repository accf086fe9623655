import { globSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';

export interface FoundFile {
  /** The last part of the path: the file's name on the server. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Whether it was found in a given folder, not given itself. */
  readonly isFromFolder: boolean;
}

function toFile(path: string, isFromFolder: boolean): FoundFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? { name: basename(path), path, sizeBytes: found.size, isFromFolder } : undefined;
}

function inFolder(folder: string): FoundFile[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names.sort().flatMap((name) => toFile(join(folder, name), true) ?? []);
}

/** An existing name is used as it is, whatever characters it has; anything else is a pattern. */
function expand(pattern: string): FoundFile[] {
  const path = resolve(pattern);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return inFolder(path);
  if (found !== undefined) return [toFile(path, false)].flatMap((file) => file ?? []);
  return globSync(pattern)
    .sort()
    .flatMap((match) => toFile(resolve(match), false) ?? []);
}

/**
 * The files of paths, folders (without subfolders) and glob patterns, without duplicates.
 * @throws UserError NO_FILES if one of them matches no file
 */
export function expandFiles(patterns: readonly string[]): FoundFile[] {
  const byPath = new Map<string, FoundFile>();
  for (const pattern of patterns) {
    const files = expand(pattern);
    if (files.length === 0)
      throw new UserError('NO_FILES', `There is no file ${pattern}: check its name and where you are.`);
    for (const file of files) {
      // A file given by itself takes precedence over one found in a folder.
      if (!byPath.has(file.path) || !file.isFromFolder) byPath.set(file.path, file);
    }
  }
  return [...byPath.values()];
}

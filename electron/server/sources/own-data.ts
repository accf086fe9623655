import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';

/**
 * The folder where the app itself keeps its data, as the system names it: no loader reads there, since it holds keys and what other flows have stored.
 * @param cacheFolder of the loaders, which lies in it
 */
export async function ownDataFolder(cacheFolder: string): Promise<string> {
  const root = dirname(cacheFolder);
  try {
    return await realpath(root);
  } catch {
    // Not made yet: then nothing lies in it either.
    return root;
  }
}

/** Whether a path is a folder or lies in it. Both as `realpath` gives them. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';

/**
 * The real path of the app's own data folder. No loader reads there, because it holds keys and the data of other flows.
 * @param cacheFolder of the loaders, which is in it
 */
export async function ownDataFolder(cacheFolder: string): Promise<string> {
  const root = dirname(cacheFolder);
  try {
    return await realpath(root);
  } catch {
    // It does not exist yet: then there is nothing to protect.
    return root;
  }
}

/** Whether a path is a folder or is inside it. Both as `realpath` returns them. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

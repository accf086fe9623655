import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import { systemCode, systemReason } from '../file-problems.ts';
import { isWithin, ownDataFolder } from '../own-data.ts';

/**
 * A path typed by the user, as an absolute one. ~ means their home folder; quotes around it, which some systems copy, are ignored.
 * @param param name of the setting, for the message
 * @throws UserError INVALID_PARAM
 */
export function fullPath(written: string, param: string): string {
  const path = written.trim().replace(/^"(.*)"$/, '$1');
  if (path === '~') return homedir();
  if (/^~[/\\]/.test(path)) return join(homedir(), path.slice(2));
  if (isAbsolute(path)) return path;
  throw new UserError(
    'INVALID_PARAM',
    `"${written}" is not a full path: write it from the root on, or begin it with ~/.`,
    {
      details: { param },
    },
  );
}

/**
 * The real path of a folder that the user named.
 * @param cacheFolder of the loaders: the app's own data is not read
 * @throws UserError INVALID_PARAM saying what is wrong with it
 */
export async function openFolder(written: string, param: string, cacheFolder?: string): Promise<string> {
  const path = fullPath(written, param);
  try {
    const folder = await realpath(path);
    if (!(await stat(folder)).isDirectory()) {
      const isArchive = /\.zip$/i.test(folder);
      throw wrongFolder(
        written,
        param,
        isArchive ? 'is an archive that is not unpacked yet' : 'is not a folder but a file',
      );
    }
    if (cacheFolder !== undefined && isWithin(folder, await ownDataFolder(cacheFolder))) {
      throw wrongFolder(written, param, 'is where Tributary keeps its own data, which is not read');
    }
    return folder;
  } catch (error) {
    throw folderProblem(written, param, error);
  }
}

/** Explains why a folder can't be read; any other error is returned unchanged. */
export function folderProblem(written: string, param: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return wrongFolder(written, param, 'is not there');
  return wrongFolder(written, param, `could not be opened, ${systemReason(error) ?? code}`, error);
}

function wrongFolder(written: string, param: string, problem: string, cause?: unknown): UserError {
  return new UserError('INVALID_PARAM', `The folder "${written}" ${problem}: check the path.`, {
    details: { param },
    cause,
  });
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFlowFileName } from '../../../shared/flow/flow-file-name.ts';
import { hrefOfLink } from '../../../shared/ipc/app-link.ts';
import type { OpenRequest } from '../../../shared/ipc/opened.ts';

interface Surroundings {
  /** Of the start: relative paths begin here. */
  readonly workingFolder: string;
  /** The app itself, which a start from its sources names too. */
  readonly appPath: string;
}

function isFileAddress(argument: string): boolean {
  return argument.startsWith('file:');
}

/** Launchers of Linux name a file by its address. One that can't be a path of this system stays what it is: the user has to be informed that it opens nothing. */
function toPath(argument: string, workingFolder: string): string {
  if (!isFileAddress(argument)) return resolve(workingFolder, argument);
  try {
    if (new URL(argument).host === '') return fileURLToPath(argument);
  } catch {
    // An encoded slash, no letter of a drive, or no address at all.
  }
  return argument;
}

/**
 * What the arguments of a start ask for: the page of the first link, and every file or folder. What is neither is passed over, as Chromium has arguments
 * of its own.
 * @param given the arguments that are no options
 */
export function openArguments(given: readonly string[], { workingFolder, appPath }: Surroundings): OpenRequest {
  const page = given.map(hrefOfLink).find((href) => href !== undefined);
  const paths = given
    .filter((argument) => argument !== '' && !argument.startsWith('tributary:'))
    .map((argument) => toPath(argument, workingFolder))
    // What is ours by its name, or named as a file, may be missing: that has to be reported.
    .filter((path) => path !== appPath && (isFlowFileName(path) || isFileAddress(path) || existsSync(path)));
  return { ...(page === undefined ? {} : { page }), paths: [...new Set(paths)] };
}

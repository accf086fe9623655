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

/** Launchers of Linux name a file by its address. */
function toPath(argument: string, workingFolder: string): string | undefined {
  if (!argument.startsWith('file:')) return resolve(workingFolder, argument);
  return URL.canParse(argument) && new URL(argument).host === '' ? fileURLToPath(argument) : undefined;
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
    .flatMap((argument) => toPath(argument, workingFolder) ?? [])
    // What is ours by its name may not be there: that must be told.
    .filter((path) => path !== appPath && (isFlowFileName(path) || existsSync(path)));
  return { ...(page === undefined ? {} : { page }), paths: [...new Set(paths)] };
}

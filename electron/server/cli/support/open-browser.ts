import { spawn } from 'node:child_process';
import { makeLinkFile } from '../../secrets/link-files.ts';

/**
 * Opens the page in the user's browser, by way of a file in the data folder: other users can read the arguments of programs. That there is no browser is no failure:
 * the address is told.
 * @param link with a code
 */
export function openBrowser(link: string, dataDir: string): void {
  const file = makeLinkFile(dataDir, link);
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', file]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', file]
        : ['xdg-open', file];
  if (command === undefined) return;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened: open ${link} yourself.\n`));
  child.unref();
}

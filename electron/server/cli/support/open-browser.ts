import { spawn } from 'node:child_process';
import { makeLinkFile } from '../../secrets/link-files.ts';

/**
 * Opens the page in the user's browser through a file in the data folder, because other users can read the arguments of programs. A missing browser
 * is not a failure: the address is printed.
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

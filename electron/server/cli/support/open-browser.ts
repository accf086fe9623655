import { spawn } from 'node:child_process';

/** Opens a page in the user's browser. That there is none is no failure: the address is told. */
export function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  if (command === undefined) return;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened: open ${url} yourself.\n`));
  child.unref();
}

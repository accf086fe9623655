import { spawn } from 'node:child_process';
import { AppError } from '../../shared/errors/errors.ts';
import { readConfig } from './config.ts';
import { onParentStop } from './parent-link.ts';
import { type RunningServer, startServer } from './serve.ts';

/** Running work has this long to reach a safe point before the process ends anyway. */
const STOP_LIMIT_MS = 5000;

/** Opens the page in the user's browser. That there is none is no failure: the address is on the terminal. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  if (command === undefined) return;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened: open ${url} yourself.\n`));
  child.unref();
}

function fail(error: unknown): never {
  const message = error instanceof AppError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`Tributary can't start. ${message}\n`);
  process.exit(1);
}

function stopOnSignals(server: RunningServer): void {
  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const limit = setTimeout(() => {
      process.stderr.write('Tributary stopped before everything was closed; the next start takes care of it.\n');
      process.exit(1);
    }, STOP_LIMIT_MS);
    await server.close();
    clearTimeout(limit);
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
  onParentStop(() => void stop());
}

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  const args = command === 'serve' ? rest : process.argv.slice(2);
  try {
    const config = readConfig(args, process.env);
    const server = await startServer(config);
    stopOnSignals(server);
    process.stdout.write(`Tributary is ready: ${server.url}\n`);
    if (config.shouldOpenBrowser) openBrowser(server.url);
  } catch (error) {
    fail(error);
  }
}

await main();

import { BugError, toAppError, toErrorData } from '../../../shared/errors/errors.ts';
import { limitHeapGrowth } from '../common/heap-growth.ts';
import { askAboutOthers } from '../common/open-to-others.ts';
import { releaseYoungGeneration } from '../common/young-generation.ts';
import { readConfig } from '../config.ts';
import { onParentStop, takeParentKey, tellParent } from '../parent-link.ts';
import { startServer } from '../serve.ts';
import type { RunningServer } from '../server-life.ts';
import { EXIT_FAILED, EXIT_USAGE, STOP_SIGNALS } from './support/command.ts';
import { openBrowser } from './support/open-browser.ts';

/** How long running work may take to reach a safe point before the process ends anyway, beside saving the search index. */
const STOP_LIMIT_MS = 5000;

export const help = `Usage: tributary [serve] [options]

Starts the server and opens the app in the browser; this is what tributary does
without a command. Ctrl+C stops it.

Options:
  --headless        no browser
  --no-open         do not open the browser
  --port N          port of the server, 0 for any free one (default 3000)
  --host NAME       address to listen on (default 127.0.0.1)
  --data-dir DIR    another data folder

Example:
  tributary serve --headless --port 0`;

/** Says why the server can't run, and ends the process. */
async function fail(error: unknown): Promise<void> {
  const known = toAppError(error);
  const message = known instanceof BugError && error instanceof Error ? (error.stack ?? error.message) : known.message;
  process.stderr.write(`Tributary can't start. ${message}\n`);
  await tellParent({ failed: toErrorData(known) });
  process.exit(known.code === 'INVALID_USAGE' ? EXIT_USAGE : EXIT_FAILED);
}

function stopOnSignals(server: RunningServer): void {
  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const stopsInMs = STOP_LIMIT_MS + server.savingMs();
    void tellParent({ stopsInMs });
    const limit = setTimeout(() => {
      process.stderr.write('Tributary stopped before everything was closed; the next start takes care of it.\n');
      process.exit(1);
    }, stopsInMs);
    await server.close();
    clearTimeout(limit);
    process.exit(0);
  }
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop());
  onParentStop(() => void stop());
}

/** Runs the server until a signal, or its parent program, stops it. Ends the process itself. */
export async function serve(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const parentKey = takeParentKey();
    const { dataDir } = readConfig(args, env);
    await askAboutOthers(dataDir, { input: process.stdin, output: process.stderr });
    const config = { ...readConfig(args, env), readParentKey: parentKey.read };
    if (config.isKeyWithParent) await parentKey.ask();
    // Files that the server writes are readable by its owner only.
    process.umask(0o077);
    limitHeapGrowth();
    const server = await startServer(config, {
      onOpening: (opensData) => void tellParent({ opensData }),
      onRunningUpserts: (runningUpserts) => void tellParent({ runningUpserts }),
      onLost: (error) => void fail(error),
    });
    releaseYoungGeneration();
    // The working directory may be deleted while the server runs; then it could not start threads and processes.
    process.chdir(config.dataDir);
    stopOnSignals(server);
    const tellsLink = config.requireLocalToken && !config.shouldOpenBrowser;
    const link = tellsLink ? `This link opens the page, once: ${server.makeLink()}\n` : '';
    process.stdout.write(`Tributary is ready: ${server.url}\n${link}`);
    if (config.shouldOpenBrowser) openBrowser(server.makeLink(), config.dataDir);
  } catch (error) {
    await fail(error);
  }
}

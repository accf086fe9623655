// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeBinary, root } from './paths.mjs';
import { exitCode } from './run-child.mjs';

/** The sources of the server, relative to the project. */
const watched = ['electron/server', 'shared'];

/**
 * @typedef {object} WatchedServer
 * @property {() => Promise<string>} url address of the server; after a change, once it is running again
 * @property {() => Promise<void>} stop
 */

/**
 * Runs the server from its sources, and restarts it when one of them changes. Its output is passed through, except its address.
 * @param {{ dataDir: string, nodeFlags: readonly string[], onEnd: (code: number) => void }} options `onEnd` is called if Node itself ends
 * @returns {WatchedServer}
 */
export function watchServer({ dataDir, nodeFlags, onEnd }) {
  const child = spawn(
    nodeBinary,
    [
      ...watched.map((path) => `--watch-path=${join(root, path)}`),
      '--watch-preserve-output',
      ...['--import', new URL('./forget-watch.mjs', import.meta.url).href],
      ...nodeFlags,
      join(root, 'electron', 'server', 'cli.ts'),
      ...['serve', '--headless', '--port', '0', '--data-dir', dataDir],
    ],
    {
      cwd: root,
      // Caches the sources without their types, which halves the start time.
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'dev') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit').then(([code, signal]) => onEnd(exitCode(code, signal)));
  /** @type {PromiseWithResolvers<string>} */
  let ready = Promise.withResolvers();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, url] = /^Tributary is ready: (http:\/\/\S+)$/.exec(line) ?? [];
    if (url !== undefined) {
      ready.resolve(url);
      return;
    }
    // Node itself prints this line when it restarts: the old address is no longer valid.
    if (line.startsWith('Restarting ')) ready = Promise.withResolvers();
    process.stderr.write(`${line}\n`);
  });
  return {
    url: () => ready.promise,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

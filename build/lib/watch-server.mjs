// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeBinary, root } from './paths.mjs';
import { exitCode } from './run-child.mjs';

/** What the server is made of, relative to the project. */
const watched = ['electron/server', 'shared'];

/**
 * @typedef {object} WatchedServer
 * @property {() => Promise<string>} url where the server is; after a change, once it is up again
 * @property {() => Promise<void>} stop
 */

/**
 * Runs the server from its sources, and starts it anew when one of them changes. What it prints beside its address passes through.
 * @param {{ dataDir: string, nodeFlags: readonly string[], onEnd: (code: number) => void }} options `onEnd` is told when Node itself ended
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
      // Keeps the sources without their types, which halves the start.
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
    // Node says so by itself: from here on the address is an old one.
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

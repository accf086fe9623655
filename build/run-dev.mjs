// @ts-check
// The page's server and the watched server of `npm run dev` in one process. Started by build/dev.mjs under the pinned Node 24, with the page's port,
// the data folder and Node's flags as arguments.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { exitCode } from './lib/run-child.mjs';
import { writeBuiltInModel } from './model/write-model.ts';

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
function watchServer({ dataDir, nodeFlags, onEnd }) {
  const child = spawn(
    nodeBinary,
    [
      ...watched.map((path) => `--watch-path=${join(root, path)}`),
      '--watch-preserve-output',
      ...['--import', new URL('./lib/forget-watch.mjs', import.meta.url).href],
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

/** Path prefixes of the server. All other paths are sources of the page. */
const serverPaths = ['/api/v1', '/api-docs'];

/**
 * The server accepts calls only from pages of its own origin. The dev page has another origin, which is replaced with the server's; other origins
 * stay as they are, so the server refuses them.
 * @type {NonNullable<import('vite').ProxyOptions['configure']>}
 */
function speakForPage(proxy) {
  proxy.on('proxyReq', (outgoing, { headers }) => {
    if (headers.origin === `http://${headers.host}`)
      outgoing.setHeader('origin', `http://${outgoing.getHeader('host')}`);
  });
}

/**
 * API calls go to the current address of the server, and wait while it starts.
 * @param {() => Promise<string>} serverUrl
 * @returns {import('vite').Plugin}
 */
function proxyToServer(serverUrl) {
  /** @type {import('vite').ProxyOptions} */
  const proxy = {
    changeOrigin: true,
    configure: speakForPage,
  };
  return {
    name: 'proxy-to-server',
    config: () => ({ server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, proxy])) } }),
    configureServer(vite) {
      vite.middlewares.use((request, _response, next) => {
        if (!serverPaths.some((path) => request.url?.startsWith(path))) return next();
        serverUrl().then((url) => {
          proxy.target = url;
          next();
        }, next);
      });
    },
  };
}

/**
 * Serves the page from its sources, with hot reload, on this machine only.
 * @param {number} port 0: any free port
 * @param {() => Promise<string>} serverUrl
 * @returns {Promise<{ vite: import('vite').ViteDevServer, url: string }>}
 */
async function servePage(port, serverUrl) {
  const vite = await createServer({
    configFile: join(root, 'build', 'vite.renderer.config.ts'),
    logLevel: 'warn',
    plugins: [proxyToServer(serverUrl)],
    server: { host: '127.0.0.1', port, strictPort: true, cors: false },
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The page could not be served.');
  return { vite, url: `http://127.0.0.1:${address.port}` };
}

const [port = '0', dataDir = '', ...nodeFlags] = process.argv.slice(2);
const server = watchServer({ dataDir, nodeFlags, onEnd: (code) => void stop(code) });
/** @type {import('vite').ViteDevServer | undefined} */
let page;
let isStopping = false;

/** @param {number} code */
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([server.stop(), page?.close()]);
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
// build/dev.mjs has ended, in whatever way.
process.on('disconnect', () => void stop(0));

try {
  await writeBuiltInModel();
  const served = await servePage(Number(port), server.url);
  page = served.vite;
  await server.url();
  process.stdout.write(`Tributary is ready: ${served.url}\n`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  await stop(1);
}

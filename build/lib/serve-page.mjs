// @ts-check
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './paths.mjs';

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
export async function servePage(port, serverUrl) {
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

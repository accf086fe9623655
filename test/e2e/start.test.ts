import { type ChildProcess, spawn } from 'node:child_process';
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

/** Who runs `build/start.mjs`: nobody between, a shell, npm, or npm through a shell that stays. */
type Launcher = 'node' | 'shell' | 'npm' | 'npm and a shell';

function commandOf(launcher: Launcher, options: readonly string[]): [string, ...string[]] {
  const args = ['--port', '0', '--data-dir', join(folder, 'data'), ...options];
  if (launcher.startsWith('npm')) return ['npm', 'start', '--silent', '--', ...args];
  const words = [process.execPath, 'build/start.mjs', ...args];
  // The second command keeps the shell from handing its process over to the first.
  if (launcher === 'shell') return ['/bin/sh', '-c', `${words.map((word) => `'${word}'`).join(' ')}; exit $?`];
  return [process.execPath, ...words.slice(1)];
}

/** A shell for npm that stays between npm and its script. */
function makeStayingShell(): string {
  const file = join(folder, 'shell');
  writeFileSync(file, '#!/bin/sh\n/bin/sh "$@"\nexit $?\n', { mode: 0o700 });
  return file;
}

/** Runs what `npm start` runs, on a free port and with a data folder of its own, until it is ready. */
async function start(options: readonly string[], env: NodeJS.ProcessEnv = {}, launcher: Launcher = 'node') {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ELECTRON_OVERRIDE_DIST_PATH: ___, ...inherited } = process.env;
  const [command, ...args] = commandOf(launcher, options);
  const child = spawn(command, args, {
    cwd: projectFolder,
    env: {
      ...inherited,
      npm_lifecycle_event: 'start',
      ...(launcher === 'npm and a shell' ? { npm_config_script_shell: makeStayingShell() } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it, so that the group can be killed.
    detached: true,
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

const holderFile = () => join(folder, 'data', 'server.json');

/** Waits until the server that was started has let its data folder go and is gone. */
async function serverEnds(pid: number): Promise<void> {
  await vi.waitFor(
    () => {
      expect(existsSync(holderFile())).toBe(false);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    },
    { timeout: 30_000 },
  );
}

/** Kills what was started by hand, or its whole group: the server ends and lets go. */
async function killed({ pid = 0 }: ChildProcess, isGroup = false): Promise<void> {
  const server = JSON.parse(readFileSync(holderFile(), 'utf8'));
  process.kill(isGroup ? -pid : pid, 'SIGKILL');
  await serverEnds(server.pid);
}

describe('npm start', () => {
  test('--headless prints one line with the address, answers there, refuses a second one, and ends orderly when told to', async () => {
    const { child, printed, exited } = await start(['--headless']);
    const url = /^Tributary is ready: (http:\/\/127\.0\.0\.1:\d+)$/.exec(printed[0] ?? '')?.[1];
    const answer = await fetch(`${url}/api/v1/ping`);
    expect(await answer.text()).toBe('pong');
    const page = await fetch(`${url}/`);
    expect(await page.text()).toContain('<title>Tributary</title>');
    if (process.platform === 'linux') {
      // The server keeps freed memory in few places.
      const { pid } = JSON.parse(readFileSync(holderFile(), 'utf8'));
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toContain('MALLOC_ARENA_MAX=2');
    }
    await expect(start(['--headless'])).rejects.toThrow(/Another Tributary \(process \d+ at http/);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(printed).toHaveLength(1);
    expect(existsSync(holderFile())).toBe(false);
  });

  describe.skipIf(process.platform !== 'linux')('without a window serves the browser, and says why', () => {
    test('without a display; it ends with npm, which passes signals to a shell only', async () => {
      const { child, printed, notices } = await start([], {}, 'shell');
      expect(printed[0]).toMatch(/^Tributary is ready: /);
      expect(notices()).toContain('No window, since there is no display');
      await killed(child);
    });

    test('without Electron, opening a link that makes it the app; it ends when npm is killed', async () => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\ncat "$1" > '${join(folder, 'opened')}'\n`);
      chmodSync(join(bin, 'xdg-open'), 0o700);
      const { child, printed, notices } = await start(
        [],
        {
          DISPLAY: ':0',
          ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'no-electron'),
          PATH: [bin, process.env.PATH].join(delimiter),
        },
        'npm',
      );
      expect(notices()).toContain('No window, since there is no Electron');
      await vi.waitFor(
        () =>
          expect(
            `Tributary is ready: ${/<a href="([^"]+)\/\?code=[^"]{43}">/.exec(readFileSync(join(folder, 'opened'), 'utf8'))?.[1]}`,
          ).toBe(printed[0]),
        { timeout: 30_000 },
      );
      await killed(child);
    });
  });

  describe.skipIf(process.platform === 'win32')('when what started it is killed the server ends and lets go', () => {
    test.each([
      ['npm, with a shell between', false],
      ['the whole group of npm', true],
    ])('%s', async (_, isGroup) => {
      const { child } = await start(['--headless'], {}, 'npm and a shell');
      await killed(child, isGroup);
    });
  });
});

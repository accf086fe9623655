import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ServerChild, spawnNodeServer } from '../../../../electron/main/server/server-child.ts';
import { type ServerLimits, ServerProcess } from '../../../../electron/main/server/server-process.ts';
import type { ServerStatus } from '../../../../shared/ipc/bridge.ts';

/** A small program that keeps the server's side of the agreement: the ready line, and an end when asked. */
const WELL_BEHAVED = `
  import { writeFileSync } from 'node:fs';
  const [, , stopFile, port = '4321'] = process.argv;
  process.on('message', () => { writeFileSync(stopFile, 'stopped'); process.exit(0); });
  console.error('starting on ' + port);
  console.log('Tributary is ready: http://127.0.0.1:' + port);
  console.log('and more');
`;

const VERSION = '1.2.3';

/** A program that finds the data folder in use: by whom, it reads anew each time. */
const IN_USE = `
  import { readFileSync } from 'node:fs';
  const details = JSON.parse(readFileSync(new URL('holder.json', import.meta.url)));
  const error = { kind: 'operational', code: 'DATA_FOLDER_IN_USE', message: 'In use.', details };
  process.send({ failed: error }, () => process.exit(1));`;

/** In the place of a key. */
const SEALED_KEY = 'c2VhbGVk';

let folder: string;

/** A loaded machine may take its time to start a process. */
function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000 });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-main-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function startProgram(source: string, limits: Partial<ServerLimits> = {}) {
  const script = join(folder, 'server.mjs');
  writeFileSync(script, source);
  const children: ServerChild[] = [];
  const ports: (string | undefined)[] = [];
  const lines: string[] = [];
  const statuses: ServerStatus[] = [];
  const crashes: (readonly string[])[] = [];
  const server = new ServerProcess({
    version: VERSION,
    startChild(port) {
      ports.push(port);
      const args = [join(folder, 'stopped'), ...(port === undefined ? [] : [port])];
      const child = spawnNodeServer(process.execPath, { entry: script, args, env: {} });
      children.push(child);
      return child;
    },
    readKey: () => SEALED_KEY,
    onStatus: (status) => statuses.push(status),
    onLongOpening: () => undefined,
    onLine: (line) => lines.push(line),
    onCrash: (last) => crashes.push(last),
    limits: { backOffMs: [1, 1, 1], ...limits },
  });
  onTestFinished(() => server.stop());
  return { server, script, children, ports, lines, statuses, crashes };
}

describe('The server process', () => {
  test('is ready with its ready line, and passes every other line on', async () => {
    const { server, lines } = startProgram(WELL_BEHAVED);
    expect(await server.start()).toBe('http://127.0.0.1:4321');
    await eventually(() => expect(lines.toSorted()).toEqual(['and more', 'starting on 4321']));
  });

  test.each([
    ['0.0.0.0', '127.0.0.1'],
    ['[::]', '127.0.0.1'],
    ['[::1]', 'localhost'],
    ['192.168.1.5', '192.168.1.5'],
  ])('that listens at %s is called at %s', async (host, called) => {
    const { server } = startProgram(WELL_BEHAVED.replace('127.0.0.1', host));
    expect(await server.start()).toBe(`http://${called}:4321`);
  });

  test('stops when asked', async () => {
    const { server } = startProgram(WELL_BEHAVED);
    await server.start();
    await server.stop();
    expect(readFileSync(join(folder, 'stopped'), 'utf8')).toBe('stopped');
  });

  test('is ended by force when it does not stop in time', async () => {
    const deaf = "process.on('message', () => {}); console.log('Tributary is ready: http://127.0.0.1:1');";
    const { server, children, statuses } = startProgram(deaf, { stopMs: 50 });
    await server.start();
    await server.stop();
    await children[0]?.ended;
    expect(statuses).toEqual([]);
  });

  test('a failed start says what the server said', async () => {
    const failing = "console.error('Port 3000 is taken: choose another.'); process.exit(1);";
    const { server, ports } = startProgram(failing);
    await expect(server.start()).rejects.toMatchObject({
      code: 'WORKER_CRASHED',
      message: 'Port 3000 is taken: choose another.',
    });
    expect(ports).toHaveLength(1);
  });

  test('a failed start has the code that the server tells', async () => {
    const failing = `
      const error = { kind: 'operational', code: 'PORT_IN_USE', message: 'Port 3000 is taken: choose another.' };
      process.send({ failed: error }, () => process.exit(1));`;
    const { server } = startProgram(failing);
    await expect(server.start()).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: 'Port 3000 is taken: choose another.',
    });
  });

  describe('finds a server that already runs on the data folder', () => {
    const hold = (holder: object) => writeFileSync(join(folder, 'holder.json'), JSON.stringify(holder));

    /** A program in the place of that server. */
    function run() {
      const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      onTestFinished(() => void running.kill('SIGKILL'));
      return { running, holder: { pid: running.pid, url: 'http://127.0.0.1:4000', version: VERSION } };
    }

    test('joins it, and leaves it running', async () => {
      const { running, holder } = run();
      hold(holder);
      const { server, ports, statuses } = startProgram(IN_USE);
      expect(await server.start()).toBe('http://127.0.0.1:4000');
      expect(server.isJoined).toBe(true);
      await server.stop();
      expect(running.exitCode).toBeNull();
      expect([ports, statuses]).toEqual([[undefined], []]);
    });

    test('follows it with one of our own when it has ended', async () => {
      const { running, holder } = run();
      hold(holder);
      const { server, script, ports, statuses, crashes } = startProgram(IN_USE);
      await server.start();
      writeFileSync(script, WELL_BEHAVED);
      running.kill('SIGKILL');
      await eventually(() => expect(statuses.map(({ state }) => state)).toEqual(['replacing', 'restarted']));
      expect(ports).toEqual([undefined, '4000']);
      expect(server.isJoined).toBe(false);
      expect(crashes).toEqual([]);
    });

    test.each([
      ['does not listen yet', ({ pid }: { pid: number | undefined }) => ({ pid })],
      ['has not written its name over that of a killed one', (holder: object) => ({ ...holder, pid: 2 ** 22 + 1 })],
    ])('waits for one that %s', async (_, before) => {
      const { holder } = run();
      hold(before(holder));
      const { server, ports } = startProgram(IN_USE);
      const started = server.start();
      await eventually(() => expect(ports.length).toBeGreaterThan(1));
      hold(holder);
      expect(await started).toBe('http://127.0.0.1:4000');
    });

    test('does not wait for ever', async () => {
      hold({ pid: process.pid });
      const { server } = startProgram(IN_USE, { joinMs: 0 });
      await expect(server.start()).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE', message: 'In use.' });
    });

    test.each(['1.2.4', undefined])('does not join one of version %s, and says what to do', async (version) => {
      const { holder } = run();
      hold({ ...holder, version });
      const { server } = startProgram(IN_USE);
      await expect(server.start()).rejects.toMatchObject({
        code: 'DATA_FOLDER_IN_USE',
        message: expect.stringContaining(`(process ${holder.pid}; this is version ${VERSION}): stop it`),
      });
    });
  });

  test('a crashed server whose port is taken by then comes back at another', async () => {
    const taken = `
      const error = { kind: 'operational', code: 'PORT_IN_USE', message: 'Taken.' };
      if (process.argv[3] === '4321') process.send({ failed: error }, () => process.exit(1));
      else console.log('Tributary is ready: http://127.0.0.1:5000');
      process.on('message', () => process.exit(0));`;
    const { server, script, children, ports, statuses, crashes } = startProgram(WELL_BEHAVED);
    await server.start();
    writeFileSync(script, taken);
    children[0]?.kill();
    await eventually(() => expect(statuses.at(-1)).toMatchObject({ state: 'restarted', url: 'http://127.0.0.1:5000' }));
    expect(ports).toEqual([undefined, '4321', '0']);
    expect(crashes).toEqual([['starting on 4321']]);
  });

  test('is handed the key for credentials when it asks, and when the key is moved', async () => {
    const asking = `
      process.on('message', ({ secretKey }) => {
        if (secretKey === undefined) process.exit(0);
        console.log('It is ' + secretKey);
        console.log('Tributary is ready: http://127.0.0.1:4321');
      });
      process.send({ asksFor: 'secret-key' });`;
    const { server, lines } = startProgram(asking);
    await server.start();
    expect(server.isJoined).toBe(false);
    server.tellKey(null);
    await eventually(() => expect(lines).toEqual([`It is ${SEALED_KEY}`, 'It is null']));
  });

  test('one that is still starting is not waited for', async () => {
    const { server, children } = startProgram("process.on('message', () => {});");
    const started = server.start();
    // Nothing comes of it, and who has stopped it does not mind.
    started.catch(() => undefined);
    await server.stop();
    await expect(started).rejects.toThrow();
    await children[0]?.ended;
    await expect(server.start()).rejects.toThrow('aborted');
  });

  test('a start that takes too long is given up', async () => {
    const { server, children } = startProgram('setInterval(() => {}, 1000);', { readyMs: 50 });
    await expect(server.start()).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    await children[0]?.ended;
  });

  test('a crashed server comes back at the port that it had', async () => {
    const { server, children, ports, statuses } = startProgram(WELL_BEHAVED);
    await server.start();
    children[0]?.kill();
    await eventually(() => expect(statuses.map(({ state }) => state)).toEqual(['starting', 'restarted']));
    expect(ports).toEqual([undefined, '4321']);
  });

  test('a server that keeps crashing is given up after the last pause', async () => {
    const { server, script, children, ports, statuses } = startProgram(WELL_BEHAVED);
    await server.start();
    writeFileSync(script, 'process.exit(3);');
    children[0]?.kill();
    await eventually(() => expect(statuses.at(-1)?.state).toBe('stopped'));
    expect(ports).toHaveLength(4);
    expect(statuses.map(({ state }) => state)).toEqual(['starting', 'starting', 'starting', 'stopped']);
  });

  test('no attempt is made once it is to stop', async () => {
    const { server, children, ports, statuses } = startProgram(WELL_BEHAVED, { backOffMs: [60_000] });
    await server.start();
    children[0]?.kill();
    await eventually(() => expect(statuses).toHaveLength(1));
    await server.stop();
    expect(ports).toHaveLength(1);
  });
});

import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { hostProgram as HostProgram } from '../../../../../electron/server/common/programs/hosted-program.ts';

/** Electron's port, as far as it is used. */
class FakePort extends EventEmitter {
  readonly sent: unknown[] = [];
  isClosed = false;
  start(): void {
    this.emit('started');
  }
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
  close(): void {
    this.isClosed = true;
  }
}

let main: FakePort;
let hostProgram: typeof HostProgram;

beforeEach(async () => {
  main = new FakePort();
  Reflect.set(process, 'parentPort', main);
  vi.resetModules();
  ({ hostProgram } = await import('../../../../../electron/server/common/programs/hosted-program.ts'));
});
afterEach(() => {
  Reflect.deleteProperty(process, 'parentPort');
});

const tell = (data: object, port?: FakePort) => main.emit('message', { data, ports: port === undefined ? [] : [port] });

test('a program is asked for by its name, and gets what was sent before it ran', async () => {
  const program = hostProgram('index-process');
  expect(main.sent).toEqual([{ start: 1, name: 'index-process' }]);
  expect([program.pid, program.isOpen]).toEqual([undefined, true]);
  program.post(Uint8Array.of(1));
  const port = new FakePort();
  tell({ started: 1, pid: 77 }, port);
  program.post(Uint8Array.of(2));
  expect(port.sent).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
  expect(program.pid).toBe(77);
});

test('its end is told when its last messages have been heard, which may come later', async () => {
  const program = hostProgram('index-process');
  const heard: unknown[] = [];
  program.onMessage((bytes) => heard.push(bytes));
  const port = new FakePort();
  tell({ started: 1, pid: 77 }, port);
  tell({ ended: 1, reason: 'exit code 0', lastWords: '' });
  const ended = program.ended.then(() => heard.push('ended'));
  port.emit('message', { data: Uint8Array.of(5) });
  port.emit('close');
  await ended;
  expect(heard).toEqual([Uint8Array.of(5), 'ended']);
  expect([program.pid, program.isOpen]).toEqual([undefined, false]);
});

test('one that never ran has ended, and takes no more messages', async () => {
  const program = hostProgram('model-process');
  tell({ ended: 1, reason: 'exit code 1', lastWords: 'no such file' });
  expect(await program.ended).toMatchObject({ reason: 'exit code 1', lastWords: 'no such file' });
  expect(program.isOpen).toBe(false);
});

test('one that is let go of before it runs hears so when it does', async () => {
  const program = hostProgram('model-process');
  program.post(Uint8Array.of(1));
  program.letGo();
  const port = new FakePort();
  tell({ started: 1, pid: 77 }, port);
  expect([port.sent, port.isClosed]).toEqual([[Uint8Array.of(1)], true]);
});

test('killing is asked of the main process, by number', () => {
  hostProgram('model-process');
  const second = hostProgram('sqlite-reader');
  second.kill();
  expect(main.sent.slice(1)).toEqual([{ start: 2, name: 'sqlite-reader' }, { kill: 2 }]);
});

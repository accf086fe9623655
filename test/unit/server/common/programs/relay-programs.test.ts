import { expect, test } from 'vitest';
import type { ByteProgram } from '../../../../../electron/server/common/programs/hosted-program.ts';
import type { ProgramEnd } from '../../../../../electron/server/common/programs/program.ts';
import { programOver, relayPrograms } from '../../../../../electron/server/common/programs/relay-programs.ts';

/** A program that echoes, until it is let go of or killed. */
function echoProgram(): ByteProgram & { readonly done: string[] } {
  const { promise: ended, resolve } = Promise.withResolvers<ProgramEnd>();
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  const done: string[] = [];
  function end(reason: string): void {
    done.push(reason);
    resolve({ reason, lastWords: 'so long' });
  }
  return {
    done,
    ended,
    pid: 1,
    isOpen: true,
    post(bytes) {
      for (const listener of listeners) listener(bytes);
    },
    onMessage: (listener) => listeners.push(listener),
    letGo: () => end('let go of'),
    kill: () => end('killed'),
    keepAlive: () => done.push('kept'),
  };
}

test('a thread reaches its programs through the main thread, and hears all before their end', async () => {
  const asked: string[] = [];
  const program = echoProgram();
  const port = relayPrograms((name) => {
    asked.push(name);
    return program;
  });
  const far = programOver(port, 'sqlite-reader');
  const heard: Uint8Array[] = [];
  far.onMessage((bytes) => heard.push(bytes));
  far.post(Uint8Array.of(1, 2));
  far.post(Uint8Array.of(3));
  far.letGo();
  expect(far.isOpen).toBe(false);
  expect(await far.ended).toEqual({ reason: 'let go of', lastWords: 'so long' });
  expect(heard).toEqual([Uint8Array.of(1, 2), Uint8Array.of(3)]);
  expect(asked).toEqual(['sqlite-reader']);

  const other = programOver(port, 'sqlite-reader');
  other.kill();
  await other.ended;
  expect(other.isOpen).toBe(false);
  port.close();
});

test('a program ends with the thread that it was started for', async () => {
  const program = echoProgram();
  const started = Promise.withResolvers<void>();
  const port = relayPrograms(() => {
    started.resolve();
    return program;
  });
  const { Worker } = await import('node:worker_threads');
  const url = new URL('../../../../../electron/server/common/programs/relay-programs.ts', import.meta.url);
  const code = `
    const { workerData } = require('node:worker_threads');
    import(${JSON.stringify(url.href)}).then(({ programOver }) => programOver(workerData, 'sqlite-reader'));`;
  const thread = new Worker(code, { eval: true, workerData: port, transferList: [port] });
  await started.promise;
  await thread.terminate();
  expect((await program.ended).reason).toBe('killed');
});

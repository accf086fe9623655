import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServerProcess } from '../../../../electron/main/server/server-process.ts';

/** A server whose program says what the test says. */
function startScripted() {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const listeners: ((message: unknown) => void)[] = [];
  const stdout = new PassThrough();
  const kill = vi.fn(() => resolve());
  const onLongOpening = vi.fn();
  const server = new ServerProcess({
    version: '1.2.3',
    startChild: () => ({
      stdout,
      stderr: new PassThrough(),
      ended,
      kill,
      stop: () => undefined,
      tellKey: () => undefined,
      onMessage: (listener) => void listeners.push(listener),
    }),
    readKey: () => null,
    onCrash: () => undefined,
    onStatus: () => undefined,
    onLine: () => undefined,
    onLongOpening,
    limits: { readyMs: 60_000, longOpeningMs: 5000 },
  });
  return {
    server,
    kill,
    onLongOpening,
    tell: (message: object) => listeners.map((listener) => listener(message)),
    isReady: () => stdout.write('Tributary is ready: http://127.0.0.1:4321\n'),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

describe('The server is waited for', () => {
  test('as long as it opens its data, and no longer after it', async () => {
    const { server, kill, onLongOpening, tell } = startScripted();
    const failed = expect(server.start()).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(50_000);
    tell({ opensData: true });
    await vi.advanceTimersByTimeAsync(4999);
    expect(onLongOpening).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(onLongOpening).toHaveBeenCalledOnce();
    tell({ opensData: false });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(kill).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
    expect(kill).toHaveBeenCalled();
  });

  test('without a limit when it is ready, and opens its data again for a backup', async () => {
    const { server, kill, onLongOpening, tell, isReady } = startScripted();
    isReady();
    await server.start();
    tell({ opensData: true });
    tell({ opensData: false });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(kill).not.toHaveBeenCalled();
    expect(onLongOpening).not.toHaveBeenCalled();
  });

  test('as long as it says that it needs to stop, and not much longer', async () => {
    const { server, kill, tell, isReady } = startScripted();
    isReady();
    await server.start();
    const stopped = server.stop();
    tell({ stopsInMs: 20_000 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(kill).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(kill).toHaveBeenCalled();
    await stopped;
  });
});

import { describe, expect, test } from 'vitest';
import { createKeyedLock } from '../../../../electron/server/common/keyed-lock.ts';

const never = new AbortController().signal;
const nothing = () => undefined;

describe('createKeyedLock', () => {
  test('lets one holder of a key in at a time, in the order of asking, and other keys beside it', async () => {
    const lock = createKeyedLock();
    const log: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = lock.run('a', never, nothing, async () => {
      log.push('a1 in');
      await gate.promise;
      log.push('a1 out');
    });
    const second = lock.run(
      'a',
      never,
      () => log.push('a2 waits'),
      async () => void log.push('a2'),
    );
    const third = lock.run('a', never, nothing, async () => void log.push('a3'));
    await lock.run(
      'b',
      never,
      () => log.push('b waits'),
      async () => void log.push('b'),
    );
    gate.resolve();
    await Promise.all([first, second, third]);
    expect(log).toEqual(['a1 in', 'a2 waits', 'b', 'a1 out', 'a2', 'a3']);
  });

  test('one that gives up waiting does not let those behind it in early', async () => {
    const lock = createKeyedLock();
    const gate = Promise.withResolvers<void>();
    const log: string[] = [];
    const first = lock.run('a', never, nothing, async () => {
      await gate.promise;
      log.push('first');
    });
    const controller = new AbortController();
    const second = lock.run('a', controller.signal, nothing, async () => void log.push('second'));
    const third = lock.run('a', never, nothing, async () => void log.push('third'));
    controller.abort(new Error('no longer wanted'));
    await expect(second).rejects.toThrow('no longer wanted');
    expect(log).toEqual([]);
    gate.resolve();
    await Promise.all([first, third]);
    expect(log).toEqual(['first', 'third']);
  });

  test('one that gives up as it is told to wait does not wait', async () => {
    const lock = createKeyedLock();
    const gate = Promise.withResolvers<void>();
    const first = lock.run('a', never, nothing, () => gate.promise);
    const controller = new AbortController();
    const onWait = () => controller.abort(new Error('no longer wanted'));
    await expect(lock.run('a', controller.signal, onWait, async () => 'in')).rejects.toThrow('no longer wanted');
    gate.resolve();
    await first;
  });

  test('work that fails lets the next one in', async () => {
    const lock = createKeyedLock();
    const failing = lock.run('a', never, nothing, () => Promise.reject(new Error('broken')));
    const next = lock.run('a', never, nothing, async () => 'in');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('in');
  });
});

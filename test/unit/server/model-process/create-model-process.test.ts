import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  type CallOptions,
  createModelProcess,
  type ModelProcess,
  type ModelProcessOptions,
} from '../../../../electron/server/model-process/create-model-process.ts';
import { AppError } from '../../../../shared/errors/errors.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';
import type { ScriptedAnswer } from '../../../helpers/fakes/scripted-model-worker.ts';
import { isAlive } from '../../../helpers/servers/is-alive.ts';

const helpers = new URL('../../../helpers/', import.meta.url);
const never = new AbortController().signal;
/** How long what comes true by itself may take on a machine that has other work. */
const BUSY_MACHINE = { timeout: 20_000 };
/** How long a process may outlive its parent. */
const PARENT_GONE = { timeout: 2000 };

const AnswerSchema = z.object({ text: z.string(), pid: z.int(), threadId: z.int() });

describe('a model in a process of its own', () => {
  let models: ModelProcess<object, ScriptedAnswer>[];

  const create = (options: Partial<ModelProcessOptions<ScriptedAnswer>> = {}) => {
    const model = createModelProcess<{ readonly text: string }, ScriptedAnswer>({
      worker: new URL('./fakes/scripted-model-worker.ts', helpers),
      source: {},
      output: AnswerSchema,
      workers: 1,
      idleMs: 60_000,
      repeats: 2,
      ...options,
    });
    models.push(model);
    return (text: string, call: Partial<CallOptions> = {}) => model.call({ text }, { signal: never, ...call });
  };
  const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    return error instanceof AppError ? error.code : undefined;
  };

  beforeEach(() => {
    models = [];
  });
  afterEach(async () => {
    for (const model of models) await model.close();
  });

  it('answers an urgent call while its only worker is busy with one that does not end', async () => {
    const call = create();
    const stop = new AbortController();
    const endless = call('wait', { signal: stop.signal });
    for (const text of ['why', 'when?']) expect(await call(text, { isUrgent: true })).toMatchObject({ text });
    stop.abort(new Error('enough'));
    await expect(endless).rejects.toThrow('enough');
    expect(await call('another')).toMatchObject({ text: 'another' });
  });

  it('starts with the first call, a second worker while the first is busy, and no more than allowed', async () => {
    const call = create({ workers: 2 });
    const [one] = [await call('one')];
    const stop = new AbortController();
    const held = call('wait', { signal: stop.signal });
    const two = await call('two');
    expect([two.pid, two.threadId === one.threadId]).toEqual([one.pid, false]);
    stop.abort(new Error('enough'));
    await expect(held).rejects.toThrow('enough');
    const many = await Promise.all(Array.from({ length: 50 }, () => call('x')));
    expect(new Set(many.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(2);
  });

  it('lets urgent calls go before those that wait, and callers take turns', async () => {
    const call = create();
    const stop = new AbortController();
    const held = call('wait', { signal: stop.signal });
    const order: string[] = [];
    const note = async (text: string, options: Partial<CallOptions>) => order.push((await call(text, options)).text);
    const [first, second] = [{}, {}];
    const all = [
      note('first 1', { caller: first }),
      note('first 2', { caller: first }),
      note('second', { caller: second }),
      note('urgent', { isUrgent: true }),
    ];
    stop.abort(new Error('go on'));
    await expect(held).rejects.toThrow('go on');
    await Promise.all(all);
    expect(order).toEqual(['urgent', 'first 1', 'second', 'first 2']);
  });

  it('leaves a call at once when it is cancelled, and works on', async () => {
    const call = create();
    await expect(call('a', { signal: AbortSignal.abort(new Error('was cancelled before')) })).rejects.toThrow('before');
    const during = new AbortController();
    const calls = Array.from({ length: 3 }, () => call('wait', { signal: during.signal }));
    during.abort(new Error('cancelled'));
    for (const one of calls) await expect(one).rejects.toThrow('cancelled');
    expect(await call('a')).toMatchObject({ text: 'a' });
  });

  it('says that a worker crashed as often as it may, and starts another one', async () => {
    const warnings: string[] = [];
    const nothing = (): void => undefined;
    const warn = (_fields: object, message: string) => warnings.push(message);
    const call = create({ log: { debug: nothing, info: nothing, error: nothing, warn } });
    expect(await codeOf(call('crash'))).toBe('WORKER_CRASHED');
    // The call is given to two more workers before its caller hears of it.
    expect(warnings).toHaveLength(3);
    expect(await call('a')).toMatchObject({ text: 'a' });
    expect(await codeOf(create({ repeats: 0 })('crash'))).toBe('WORKER_CRASHED');
  });

  it('fails only the caller whose call crashed the worker', async () => {
    const call = create();
    await call('ready');
    const crashing = call('crash');
    const innocent = call('innocent');
    expect(await codeOf(crashing)).toBe('WORKER_CRASHED');
    expect(await innocent).toMatchObject({ text: 'innocent' });
  });

  it('outlives its process, whose calls fail', async () => {
    const call = create({ workers: 2 });
    const { pid } = await call('ready');
    expect(await Promise.all([call('wait'), call('die')].map(codeOf))).toEqual(['WORKER_CRASHED', 'WORKER_CRASHED']);
    expect((await call('a')).pid).not.toBe(pid);
  });

  it('gives the calls of a process that died to another one', async () => {
    const call = create({ workers: 2 });
    const texts = [`die once ${join(makeTemporaryFolder().path, 'died')}`, 'a', 'bb'];
    const answers = await Promise.all(texts.map((text) => call(text)));
    expect(answers.map(({ text }) => text)).toEqual(texts);
  });

  it('hands on what a model throws, and why it does not load', async () => {
    const call = create();
    await expect(call('fail')).rejects.toThrow('told to fail');
    expect(await call('a')).toMatchObject({ text: 'a' });
    const damaged = create({ source: { isDamaged: true } });
    expect(await Promise.all([damaged('a'), damaged('b')].map(codeOf))).toEqual([
      'MODEL_UNAVAILABLE',
      'MODEL_UNAVAILABLE',
    ]);
    expect(await codeOf(damaged('once more'))).toBe('MODEL_UNAVAILABLE');
  });

  it('says that a worker cannot be started', async () => {
    const call = create({ worker: new URL('./no-such-worker.ts', helpers) });
    expect(await Promise.all([call('a'), call('b')].map(codeOf))).toEqual(['WORKER_CRASHED', 'WORKER_CRASHED']);
  });

  it('ends after a while without work, and starts anew when it is called', async () => {
    const call = create({ idleMs: 1 });
    const { pid } = await call('a');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), BUSY_MACHINE);
    expect((await call('a')).pid).not.toBe(pid);
  });

  it('closes in the middle of a run, and takes no call afterwards', async () => {
    const call = create();
    const { pid } = await call('ready');
    const codes = ['spin', 'wait'].map((text) => codeOf(call(text)));
    await models[0]?.close();
    expect(isAlive(pid)).toBe(false);
    expect(await Promise.all([...codes, codeOf(call('a'))])).toEqual(Array(3).fill('SHUTTING_DOWN'));
  });

  it.each([
    ['in the middle of a run', 'model-parent.ts'],
    ['while it starts', 'abrupt-parent.ts'],
  ])('ends within two seconds of a server that was killed %s', async (_when, script) => {
    const file = fileURLToPath(new URL(`./programs/${script}`, helpers));
    const parent = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(parent, 'exit');
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const pid = z.coerce.number().int().positive().parse(line);
    parent.kill('SIGKILL');
    await ended;
    await expect.poll(() => isAlive(pid), PARENT_GONE).toBe(false);
  });
});

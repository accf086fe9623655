import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { entryUrl } from '../../../../../electron/server/common/entry-url.ts';
import {
  createModelPool,
  type ModelPool,
  type ModelPoolOptions,
} from '../../../../../electron/server/embedding/local/model-pool.ts';
import { createWorkerHost } from '../../../../../electron/server/embedding/local/worker-host.ts';
import { OperationalError } from '../../../../../shared/errors/errors.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const scripted = new URL('../../../../helpers/fakes/scripted-embed-worker.ts', import.meta.url);
const never = new AbortController().signal;
/** How long what comes true by itself may take on a machine that has other work. */
const BUSY_MACHINE = { timeout: 20_000 };

describe('the pool of embedding workers', () => {
  let pools: ModelPool[];
  /** Its process lives as long as the first pool, which is closed after all tests: to start one takes longer than a test. */
  const host = createWorkerHost({ workerUrl: scripted });
  let first: ModelPool;

  const open = (options: Partial<ModelPoolOptions> = {}): ModelPool =>
    createModelPool({ source: { kind: 'use-lite' }, workers: 2, idleMs: 60_000, host, ...options });
  const create = (options: Partial<ModelPoolOptions> = {}): ModelPool => {
    const pool = open(options);
    pools.push(pool);
    return pool;
  };
  const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperationalError);
    return error instanceof OperationalError ? error.code : undefined;
  };
  const threadsOf = (vectors: readonly Float32Array[]): Set<number | undefined> =>
    new Set(vectors.map((vector) => vector[2]));

  beforeAll(async () => {
    first = open({ workers: 1 });
    await first.embed(['ready'], 'query', never);
  });
  afterAll(() => first.close());

  beforeEach(() => {
    pools = [];
  });
  afterEach(async () => {
    for (const pool of pools) await pool.close();
  });

  it('answers a question while its only worker is busy with a passage that does not end', async () => {
    const pool = create({ workers: 1 });
    const stop = new AbortController();
    const passage = pool.embed(['wait'], 'document', stop.signal);
    for (const question of ['why', 'when?']) {
      const [vector] = await pool.embed([question], 'query', never);
      expect(vector?.subarray(0, 2)).toEqual(Float32Array.of(question.length, 1));
    }
    stop.abort(new Error('enough'));
    await expect(passage).rejects.toThrow('enough');
    expect(await pool.embed(['a passage'], 'document', never)).toHaveLength(1);
  });

  it('answers in the order of the texts, whatever their lengths', async () => {
    const pool = create();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 300 }), { maxLength: 60 }), async (lengths) => {
        const vectors = await pool.embed(
          lengths.map((length) => 'x'.repeat(length)),
          'document',
          never,
        );
        expect(vectors.map((vector) => vector[0])).toEqual(lengths);
      }),
      cases(20),
    );
  });

  it('keeps several callers apart', async () => {
    const pool = create();
    const jobs = Array.from({ length: 10 }, (_, job) =>
      pool.embed(
        Array.from({ length: 20 }, () => 'x'.repeat(job)),
        job % 2 === 0 ? 'query' : 'document',
        never,
      ),
    );
    for (const [job, vectors] of (await Promise.all(jobs)).entries()) {
      expect(vectors).toHaveLength(20);
      for (const vector of vectors) expect(Array.from(vector.subarray(0, 2))).toEqual([job, job % 2 === 0 ? 1 : 0]);
    }
  });

  it('starts one worker for one text, a second one while the first is busy, and no more than allowed', async () => {
    const pool = create({ workers: 2 });
    const [one] = await pool.embed(['one'], 'query', never);
    const stop = new AbortController();
    const held = pool.embed(['wait'], 'document', stop.signal);
    const [two] = await pool.embed(['two'], 'document', never);
    expect(two?.[2]).not.toBe(one?.[2]);
    stop.abort(new Error('enough'));
    await expect(held).rejects.toThrow('enough');
    const many = Array.from({ length: 200 }, () => 'x');
    expect(threadsOf(await pool.embed(many, 'document', never)).size).toBeLessThanOrEqual(2);
  });

  it('lets a question go before passages that wait', async () => {
    const pool = create({ workers: 1 });
    const stop = new AbortController();
    const held = pool.embed(['wait'], 'document', stop.signal);
    const order: string[] = [];
    const passages = pool.embed(['passage'], 'document', never).then(() => order.push('passage'));
    const question = pool.embed(['question'], 'query', never).then(() => order.push('question'));
    stop.abort(new Error('go on'));
    await expect(held).rejects.toThrow('go on');
    await Promise.all([passages, question]);
    expect(order).toEqual(['question', 'passage']);
  });

  it('lets a small run go past large ones that wait with many passages', async () => {
    const pool = create({ workers: 1 });
    const stop = new AbortController();
    const held = pool.embed(['wait'], 'document', stop.signal);
    const order: string[] = [];
    const embed = (name: string, count: number, caller: object) =>
      pool
        .embed(
          Array.from({ length: count }, () => name),
          'document',
          never,
          caller,
        )
        .then(() => order.push(name));
    const large = [{}, {}, {}].flatMap((caller, index) =>
      Array.from({ length: 4 }, () => embed(`large ${index}`, 256, caller)),
    );
    const small = embed('small', 30, {});
    stop.abort(new Error('go on'));
    await expect(held).rejects.toThrow('go on');
    await Promise.all([...large, small]);
    expect(order[0]).toBe('small');
    // The others had as many turns as each other: none ends before all have ended the batch before.
    const ends = order.slice(1).map((name) => Number(name.at(-1)));
    expect(ends).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it('stops at once when it is cancelled, in the middle of a text too, and works on', async () => {
    const pool = create();
    const before = new AbortController();
    before.abort(new Error('was cancelled before'));
    await expect(pool.embed(['a'], 'document', before.signal)).rejects.toThrow('was cancelled before');
    const during = new AbortController();
    const work = pool.embed(
      Array.from({ length: 100 }, () => 'wait'),
      'document',
      during.signal,
    );
    during.abort(new Error('cancelled'));
    await expect(work).rejects.toThrow('cancelled');
    expect(await pool.embed(['a', 'bb'], 'document', never)).toHaveLength(2);
  });

  it('says that a worker crashed, and starts another one', async () => {
    const warnings: string[] = [];
    const nothing = (): void => undefined;
    const log = {
      debug: nothing,
      info: nothing,
      error: nothing,
      warn: (_fields: object, message: string) => warnings.push(message),
    };
    const pool = create({ workers: 1, log });
    expect(await codeOf(pool.embed(['crash'], 'document', never))).toBe('WORKER_CRASHED');
    // The text is given to two more workers before its caller hears of it.
    expect(warnings).toHaveLength(3);
    expect(await pool.embed(['a'], 'document', never)).toHaveLength(1);
  });

  it('fails only the caller whose text crashed the worker', async () => {
    const pool = create({ workers: 1 });
    await pool.embed(['ready'], 'document', never);
    const crashing = pool.embed(['crash'], 'document', never);
    const innocent = pool.embed(['innocent'], 'document', never);
    expect(await codeOf(crashing)).toBe('WORKER_CRASHED');
    expect(await innocent).toHaveLength(1);
  });

  it('outlives the process of its workers', async () => {
    const pool = create({ workers: 2, host: createWorkerHost({ workerUrl: scripted }) });
    await pool.embed(['ready'], 'document', never);
    const dying = [pool.embed(['wait'], 'document', never), pool.embed(['die'], 'document', never)];
    expect(await Promise.all(dying.map(codeOf))).toEqual(['WORKER_CRASHED', 'WORKER_CRASHED']);
    expect(await pool.embed(['a'], 'document', never)).toHaveLength(1);
  });

  it('gives the texts of a process that died to another one', async () => {
    const pool = create({ workers: 2, host: createWorkerHost({ workerUrl: scripted }) });
    const mark = join(makeTemporaryFolder().path, 'died');
    const texts = [`die once ${mark}`, 'a', 'bb'];
    const vectors = await pool.embed(texts, 'document', never);
    expect(vectors.map((vector) => vector[0])).toEqual(texts.map(({ length }) => length));
  });

  it('hands on what a model throws, and stops the rest of that call', async () => {
    const pool = create({ workers: 2 });
    const texts = ['fail first, since it is the longest', ...Array.from({ length: 40 }, () => 'wait')];
    await expect(pool.embed(texts, 'document', never)).rejects.toThrow('told to fail');
    expect(await pool.embed(['a'], 'document', never)).toHaveLength(1);
  });

  it('says that a worker cannot be started', async () => {
    const pool = create({ host: createWorkerHost({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) }) });
    expect(await codeOf(pool.embed(['a', 'b'], 'document', never))).toBe('WORKER_CRASHED');
  });

  it('ends its workers after a while without work, and starts new ones when asked', async () => {
    const pool = create({ workers: 1, idleMs: 1 });
    const [first] = await pool.embed(['a'], 'document', never);
    await vi.waitFor(async () => {
      const [later] = await pool.embed(['a'], 'document', never);
      expect(later?.[2]).not.toBe(first?.[2]);
    }, BUSY_MACHINE);
  });

  it('closes in the middle of work, and takes none afterwards', async () => {
    const pool = create();
    const work = codeOf(pool.embed(['wait', 'wait', 'wait'], 'document', never));
    await pool.close();
    expect(await work).toBe('SHUTTING_DOWN');
    expect(await codeOf(pool.embed(['a'], 'document', never))).toBe('SHUTTING_DOWN');
  });

  it('ends a real model between two runs, without taking the process with it', async () => {
    const pool = create({ host: createWorkerHost({ workerUrl: entryUrl('embed-worker') }) });
    await pool.embed(['ready'], 'query', never);
    const work = codeOf(
      pool.embed(
        Array.from({ length: 200 }, () => 'a long text that takes the model a while '.repeat(20)),
        'document',
        never,
      ),
    );
    await pool.close();
    expect(await work).toBe('SHUTTING_DOWN');
  });
});

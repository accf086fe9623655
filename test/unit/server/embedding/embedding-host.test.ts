import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEmbeddingHost,
  type EmbeddingHostOptions,
} from '../../../../electron/server/embedding/embedding-host.ts';
import type { EmbeddingContext } from '../../../../electron/server/nodes/kinds.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import {
  type FakeHub,
  type FakeHubOptions,
  startFakeHub,
  TINY_MAX_TOKENS,
  TINY_VOCABULARY,
  TINY_WIDTH,
  tinyModelFiles,
  tinyTokenVector,
} from '../../../helpers/fake-hub.ts';

const MODEL = 'tiny/word-table';
const MODEL_FILE = 'onnx/model_quantized.onnx';
const never = new AbortController().signal;
const quiet: EmbeddingContext = { signal: never, onProgress: () => undefined };

function tokenIds(text: string): number[] {
  const words = text.toLowerCase().match(/\w+|[^\w\s]+/g) ?? [];
  const ids = words.map((word) => TINY_VOCABULARY.indexOf(word)).map((id) => (id < 0 ? 1 : id));
  return [2, ...ids.slice(0, TINY_MAX_TOKENS - 2), 3];
}

function normalised(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** What mean pooling over the tiny model's tokens has to give. */
function expectedMean(text: string): number[] {
  const rows = tokenIds(text).map(tinyTokenVector);
  return normalised(Array.from({ length: TINY_WIDTH }, (_, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0)));
}

function expectClose(actual: Float32Array | undefined, expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) expect(actual?.[index]).toBeCloseTo(value, 5);
}

describe('the host of on-device models', () => {
  let dataDir: string;
  const closers: (() => Promise<void>)[] = [];

  const startHub = async (options?: FakeHubOptions): Promise<FakeHub> => {
    const hub = await startFakeHub(options);
    closers.push(hub.close);
    return hub;
  };
  const createHost = (options: Partial<EmbeddingHostOptions>) => {
    const host = createEmbeddingHost({ dataDir, workers: 1, pause: async () => undefined, ...options });
    closers.push(host.close);
    return host;
  };
  const modelFile = (file: string): string => join(dataDir, 'models', 'hub', MODEL, file);
  /** Waits until the cut answer's beginning is on the disk. */
  const partArrived = () =>
    vi.waitFor(async () => {
      expect((await stat(`${modelFile(MODEL_FILE)}.part`)).size).toBeGreaterThan(0);
    });
  const failureOf = async (promise: Promise<unknown>): Promise<OperationalError> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperationalError);
    return error as OperationalError;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'embedding-host-'));
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('costs nothing before the first text', async () => {
    const model = await createHost({}).openLocalModel('built-in', quiet);
    expect(model).toMatchObject({ id: 'use-lite/int8@1', dimensions: 512, hybridWeight: 0.15 });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('embeds with the built-in model, whatever the batch and the number of workers', async () => {
    const texts = Array.from({ length: 30 }, (_, index) =>
      `Sentence ${index} says something. `.repeat(1 + (index % 7)),
    );
    const one = await createHost({}).openLocalModel('built-in', quiet);
    const two = await createHost({ workers: 2 }).openLocalModel('built-in', quiet);
    const together = await two.embedDocuments(texts, never);
    expect(together).toHaveLength(texts.length);
    for (const [index, text] of texts.entries()) {
      expect((await one.embedDocuments([text], never))[0]).toEqual(together[index]);
    }
    expect(await one.embedQuery(texts[3] ?? '', never)).toEqual(together[3]);
  });

  it('says what keeps the built-in model from being set up, without paths', async () => {
    await writeFile(join(dataDir, 'models'), 'a file where the folder should be');
    const model = await createHost({}).openLocalModel('built-in', quiet);
    const error = await failureOf(model.embedQuery('hello', never));
    expect(error.code).toBe('MODEL_UNAVAILABLE');
    expect(error.message).not.toContain(dataDir);
  });

  it('fetches a hub model once, with one growing fraction, and then needs no hub', async () => {
    const hub = await startHub();
    const fractions: number[] = [];
    const context: EmbeddingContext = {
      signal: never,
      onProgress: ({ message, fraction }) => {
        expect(message).toContain(MODEL);
        if (fraction !== undefined) fractions.push(fraction);
      },
    };
    const model = await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, context);
    expect(model).toMatchObject({ id: `hub:${MODEL}/q8`, hybridWeight: 1 });
    expectClose(await model.embedQuery('the cat sat', never), expectedMean('the cat sat'));
    expect(model.dimensions).toBe(TINY_WIDTH);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(hub.requests).toHaveLength(4);

    await hub.close();
    const again = await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose((await again.embedDocuments(['on the mat'], never))[0], expectedMean('on the mat'));
    expect(hub.requests).toHaveLength(4);
  });

  it('reads no more tokens than the model takes', async () => {
    const hub = await startHub();
    const model = await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    const long = 'the cat sat on the mat '.repeat(50);
    expectClose((await model.embedDocuments([long], never))[0], expectedMean(long));
  });

  it('pools and prefixes as the model wants it', async () => {
    const hub = await startHub();
    const host = createHost({ hubUrl: hub.url });
    const e5 = await host.openLocalModel('tiny/multilingual-e5-small', quiet);
    expectClose(await e5.embedQuery('the cat', never), expectedMean('query: the cat'));
    expectClose((await e5.embedDocuments(['the cat'], never))[0], expectedMean('passage: the cat'));
    const bge = await host.openLocalModel('tiny/bge-small-en-v1.5', quiet);
    expectClose((await bge.embedDocuments(['the cat'], never))[0], normalised(tinyTokenVector(2)));
  });

  it('goes on with a download that broke off, within one call', async () => {
    let cuts = 0;
    const hub = await startHub({
      cutAfter: ({ file }) => (file === MODEL_FILE && cuts++ === 0 ? 200_000 : undefined),
      beforeCut: partArrived,
    });
    await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    const ranges = hub.requests.filter(({ file }) => file === MODEL_FILE).map(({ range }) => range);
    expect(ranges).toHaveLength(2);
    expect(ranges[0]).toBeUndefined();
    expect(ranges[1]).toMatch(/^bytes=\d+-$/);
    expect(await readFile(modelFile(MODEL_FILE))).toEqual(tinyModelFiles().get(MODEL_FILE));
    expect(await readdir(dirname(modelFile(MODEL_FILE)))).toEqual(['model_quantized.onnx']);
  });

  it('goes on with it after a restart, too', async () => {
    const flaky = await startHub({
      cutAfter: ({ file }) => (file === MODEL_FILE ? 50_000 : undefined),
      beforeCut: partArrived,
    });
    const error = await failureOf(createHost({ hubUrl: flaky.url }).openLocalModel(MODEL, quiet));
    expect(error.code).toBe('MODEL_UNAVAILABLE');
    expect(error.message).toContain('goes on where it stopped');
    expect(error.message).toContain('built-in model');
    const part = (await stat(`${modelFile(MODEL_FILE)}.part`)).size;
    expect(part).toBeGreaterThan(0);

    const hub = await startHub();
    const model = await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expect(hub.requests.find(({ file }) => file === MODEL_FILE)?.range).toBe(`bytes=${part}-`);
    expectClose(await model.embedQuery('the mat', never), expectedMean('the mat'));
  });

  it('never joins two versions of a file', async () => {
    const old = tinyModelFiles();
    const cutAfter: FakeHubOptions['cutAfter'] = ({ file }) => (file === MODEL_FILE ? 50_000 : undefined);
    old.set(MODEL_FILE, Buffer.alloc(400_000, 7));
    const flaky = await startHub({ files: old, cutAfter, beforeCut: partArrived });
    await failureOf(createHost({ hubUrl: flaky.url }).openLocalModel(MODEL, quiet));
    const hub = await startHub();
    await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expect(await readFile(modelFile(MODEL_FILE))).toEqual(tinyModelFiles().get(MODEL_FILE));
  });

  it('fetches a cached file again that was cut off', async () => {
    const hub = await startHub();
    await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    await truncate(modelFile(MODEL_FILE), 1000);
    const model = await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose(await model.embedQuery('the cat', never), expectedMean('the cat'));
    expect(hub.requests.slice(4).map(({ file }) => file)).toEqual([MODEL_FILE]);
  });

  it('fetches all again when a file of the right size does not load', async () => {
    const hub = await startHub();
    await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    await writeFile(modelFile(MODEL_FILE), Buffer.alloc((await stat(modelFile(MODEL_FILE))).size, 0xff));
    const model = await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose(await model.embedQuery('the cat', never), expectedMean('the cat'));
    expect(hub.requests).toHaveLength(8);
  });

  it('gives up on files that do not load even when they are fresh', async () => {
    const files = tinyModelFiles();
    files.set(MODEL_FILE, Buffer.from('no model at all'));
    const hub = await startHub({ files });
    const model = await createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    const error = await failureOf(model.embedQuery('the cat', never));
    expect(error.code).toBe('MODEL_UNAVAILABLE');
    expect(error.message).toContain(MODEL);
    expect(error.message).not.toContain(dataDir);
    expect(hub.requests).toHaveLength(8);
  });

  it('names the built-in model when there is no network', async () => {
    const hub = await startHub();
    await hub.close();
    const error = await failureOf(createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    expect(error.code).toBe('MODEL_UNAVAILABLE');
    expect(error.status).toBe(502);
    expect(error.message).toContain('cannot be reached');
    expect(error.message).toContain('built-in model');
  });

  it('says that a model does not exist, or has no 8-bit files', async () => {
    const none = await startHub({ status: () => 401 });
    const missing = await failureOf(createHost({ hubUrl: none.url }).openLocalModel(MODEL, quiet));
    expect(missing.message).toContain('check its name');
    const files = tinyModelFiles();
    files.delete(MODEL_FILE);
    const hub = await startHub({ files });
    const noOnnx = await failureOf(createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    expect(noOnnx.message).toContain('8-bit');
  });

  it('is not taken in by the log-in page of a network', async () => {
    const files = tinyModelFiles();
    files.set('config.json', Buffer.from('<html>Please log in</html>'));
    const hub = await startHub({ files });
    const error = await failureOf(createHost({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    expect(error.message).toContain('something else than the model');
    const good = await startHub();
    await createHost({ hubUrl: good.url }).openLocalModel(MODEL, quiet);
    expect(good.requests).toHaveLength(4);
  });

  it('fetches a model once for two runs, and stops when both are cancelled', async () => {
    const hub = await startHub();
    const host = createHost({ hubUrl: hub.url });
    await Promise.all([host.openLocalModel(MODEL, quiet), host.openLocalModel(MODEL, quiet)]);
    expect(hub.requests).toHaveLength(4);

    const controllers = [new AbortController(), new AbortController()] as const;
    const stuck = createHost({
      hubUrl: hub.url,
      dataDir: join(dataDir, 'other'),
      // Waits for ever between two tries, unless it is stopped.
      pause: (_ms, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await hub.close();
    const opening = controllers.map(({ signal }) => stuck.openLocalModel(MODEL, { ...quiet, signal }));
    controllers[0].abort(new Error('first left'));
    await expect(opening[0]).rejects.toThrow('first left');
    controllers[1].abort(new Error('second left'));
    await expect(opening[1]).rejects.toThrow('second left');
  });

  it('loads a model from a folder of the user, and its id follows the content', async () => {
    const folder = join(dataDir, 'my-model');
    for (const [file, bytes] of tinyModelFiles()) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), bytes);
    }
    const model = await createHost({}).openLocalModel(folder, quiet);
    expect(model.id).toMatch(/^folder:my-model\/q8@[0-9a-f]{16}$/);
    expectClose(await model.embedQuery('the cat', never), expectedMean('the cat'));
    await writeFile(join(folder, 'tokenizer.json'), '{}');
    expect((await createHost({}).openLocalModel(folder, quiet)).id).not.toBe(model.id);
    await rm(join(folder, 'config.json'));
    await expect(createHost({}).openLocalModel(folder, quiet)).rejects.toThrow('config.json');
  });

  it.each(['no-owner', '../../etc/passwd', 'a/../b', 'a/b/c', 'a/.hidden', ''])('refuses the name %j', async (name) => {
    await expect(createHost({}).openLocalModel(name, quiet)).rejects.toThrow(UserError);
  });
});

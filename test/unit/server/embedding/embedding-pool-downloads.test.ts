import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EmbeddingContext } from '../../../../electron/server/core/embedding-model.ts';
import { type FakeHubOptions, TINY_WIDTH, tinyModelFiles } from '../../../helpers/fakes/fake-hub.ts';
import {
  expectClose,
  expectedMean,
  MODEL,
  MODEL_FILE,
  makeEmbeddingPoolSuite,
  never,
  quiet,
} from '../../../helpers/servers/embedding-pool-suite.ts';

/** What is asked of the hub for a model: the files that it lists. */
const ASKED_FILES = [...tinyModelFiles().keys()];
const REQUESTS = ASKED_FILES.length;

describe('the pool of on-device models', () => {
  const suite = makeEmbeddingPoolSuite();
  const { createPool, failureOf, modelFile, partArrived, startHub } = suite;

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
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, context);
    expect(model).toMatchObject({ id: `hub:${MODEL}/q8`, hybridWeight: 1 });
    expectClose(await model.embedQuery('the cat sat', never), expectedMean('the cat sat'));
    expect(model.dimensions).toBe(TINY_WIDTH);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(hub.requests.map(({ file }) => file).toSorted()).toEqual(ASKED_FILES.toSorted());

    await hub.close();
    const again = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose((await again.embedDocuments(['on the mat'], never))[0], expectedMean('on the mat'));
    expect(hub.requests).toHaveLength(REQUESTS);
  });

  it('goes on with a download that broke off, within one call', async () => {
    let cuts = 0;
    const hub = await startHub({
      cutAfter: ({ file }) => (file === MODEL_FILE && cuts++ === 0 ? 200_000 : undefined),
      beforeCut: partArrived,
    });
    await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
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
    const error = await failureOf(createPool({ hubUrl: flaky.url }).openLocalModel(MODEL, quiet));
    expect(error.code).toBe('MODEL_UNAVAILABLE');
    expect(error.message).toContain('goes on where it stopped');
    expect(error.message).toContain('built-in model');
    const part = (await stat(`${modelFile(MODEL_FILE)}.part`)).size;
    expect(part).toBeGreaterThan(0);

    const hub = await startHub();
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expect(hub.requests.find(({ file }) => file === MODEL_FILE)?.range).toBe(`bytes=${part}-`);
    expectClose(await model.embedQuery('the mat', never), expectedMean('the mat'));
  });

  it('never joins two versions of a file', async () => {
    const old = tinyModelFiles();
    const cutAfter: FakeHubOptions['cutAfter'] = ({ file }) => (file === MODEL_FILE ? 50_000 : undefined);
    old.set(MODEL_FILE, Buffer.alloc(400_000, 7));
    const flaky = await startHub({ files: old, cutAfter, beforeCut: partArrived });
    await failureOf(createPool({ hubUrl: flaky.url }).openLocalModel(MODEL, quiet));
    const hub = await startHub();
    const error = await failureOf(createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    expect(error.message).toContain('is not what');
    await rm(join(dirname(modelFile('config.json')), 'revision.json'));
    await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expect(await readFile(modelFile(MODEL_FILE))).toEqual(tinyModelFiles().get(MODEL_FILE));
  });

  it('fetches a cached file again that was cut off', async () => {
    const hub = await startHub();
    await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    await truncate(modelFile(MODEL_FILE), 1000);
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose(await model.embedQuery('the cat', never), expectedMean('the cat'));
    expect(hub.requests.slice(REQUESTS).map(({ file }) => file)).toEqual([MODEL_FILE]);
  });

  it('fetches all again when a file of the right size does not load', async () => {
    const hub = await startHub();
    await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    await writeFile(modelFile(MODEL_FILE), Buffer.alloc((await stat(modelFile(MODEL_FILE))).size, 0xff));
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose(await model.embedQuery('the cat', never), expectedMean('the cat'));
    expect(hub.requests).toHaveLength(2 * REQUESTS);
  });

  it('gives up on files that do not load even when they are fresh', async () => {
    const files = tinyModelFiles();
    files.set(MODEL_FILE, Buffer.from('no model at all'));
    const hub = await startHub({ files });
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    const error = await failureOf(model.embedQuery('the cat', never));
    expect(error.code).toBe('MODEL_UNAVAILABLE');
    expect(error.message).toContain(MODEL);
    expect(error.message).not.toContain(suite.dataDir);
    expect(hub.requests).toHaveLength(2 * REQUESTS);
  });

  it('keeps to the version of the first download', async () => {
    const hub = await startHub();
    await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    await truncate(modelFile(MODEL_FILE), 1000);
    hub.revision = 'b'.repeat(40);
    const error = await failureOf(createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    // The hub has another version now: the file is asked for of the first one, and of no other.
    expect(error.message).toContain(`has no ${MODEL_FILE}`);
    hub.revision = 'a'.repeat(40);
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose(await model.embedQuery('the cat', never), expectedMean('the cat'));
  });

  it('refuses files that are not what the hub lists', async () => {
    const other = tinyModelFiles();
    const tokenizer = other.get('tokenizer.json') ?? Buffer.alloc(0);
    for (const content of [Buffer.alloc(tokenizer.length, 'x'), Buffer.concat([tokenizer, tokenizer])]) {
      const hub = await startHub({ files: new Map([...other, ['tokenizer.json', content]]), listed: other });
      const error = await failureOf(createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
      expect(error.code).toBe('MODEL_UNAVAILABLE');
      await expect(stat(modelFile('tokenizer.json'))).rejects.toThrow('ENOENT');
    }
  });

  it('follows no redirect to this machine', async () => {
    const inside = await startHub();
    const hub = await startHub({ redirect: ({ file }) => (file === MODEL_FILE ? `${inside.url}/secret` : undefined) });
    await expect(createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    expect(inside.requests).toEqual([]);
  });

  it('names the built-in model when there is no network', async () => {
    const hub = await startHub();
    await hub.close();
    const error = await failureOf(createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    expect(error.code).toBe('MODEL_UNAVAILABLE');
    expect(error.status).toBe(502);
    expect(error.message).toContain('cannot be reached');
    expect(error.message).toContain('built-in model');
  });

  it('says that a model does not exist, or has no 8-bit files', async () => {
    const none = await startHub({ status: () => 401 });
    const missing = await failureOf(createPool({ hubUrl: none.url }).openLocalModel(MODEL, quiet));
    expect(missing.message).toContain('check its name');
    const files = tinyModelFiles();
    files.delete(MODEL_FILE);
    const hub = await startHub({ files });
    const noOnnx = await failureOf(createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    expect(noOnnx.message).toContain('8-bit');
  });

  it('is not taken in by the log-in page of a network', async () => {
    const hub = await startHub({ listed: '<html>Please log in</html>' });
    const error = await failureOf(createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet));
    expect(error.message).toContain('something else than the model');
    const good = await startHub();
    await createPool({ hubUrl: good.url }).openLocalModel(MODEL, quiet);
    expect(good.requests).toHaveLength(REQUESTS);
  });

  it('fetches a model once for two runs, and stops when both are cancelled', async () => {
    const hub = await startHub();
    const pool = createPool({ hubUrl: hub.url });
    await Promise.all([pool.openLocalModel(MODEL, quiet), pool.openLocalModel(MODEL, quiet)]);
    expect(hub.requests).toHaveLength(REQUESTS);

    const controllers = [new AbortController(), new AbortController()] as const;
    const stuck = createPool({
      hubUrl: hub.url,
      dataDir: join(suite.dataDir, 'other'),
      // Waits for ever between two tries, unless it is stopped.
      sleep: (_ms, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await hub.close();
    const opening = controllers.map(({ signal }) => stuck.openLocalModel(MODEL, { ...quiet, signal }));
    controllers[0].abort(new Error('first left'));
    await expect(opening[0]).rejects.toThrow('first left');
    controllers[1].abort(new Error('second left'));
    await expect(opening[1]).rejects.toThrow('second left');
  });
});

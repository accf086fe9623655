import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openModel } from '../../../../electron/server/pipeline/compile/open-nodes.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { planNode } from '../../../helpers/builders/planned-node.ts';
import { tinyModelFiles, tinyTokenVector } from '../../../helpers/fakes/fake-hub.ts';
import {
  expectClose,
  expectedMean,
  MODEL,
  makeEmbeddingPoolSuite,
  never,
  normalised,
  quiet,
} from '../../../helpers/servers/embedding-pool-suite.ts';

describe('the pool of on-device models', () => {
  const suite = makeEmbeddingPoolSuite();
  const { createPool, startHub } = suite;

  it('costs nothing before the first text', async () => {
    const model = await createPool({}).openLocalModel('built-in', quiet);
    expect(model).toMatchObject({ id: 'use-lite/int8@1', dimensions: 512, hybridWeight: 0.15 });
    expect(await readdir(suite.dataDir)).toEqual([]);
  });

  it('asks the runs that use a model to commit in smaller pieces than a batch', async () => {
    const plan = { embedding: planNode('transformersEmbeddings', { model: 'built-in' }) };
    const model = await openModel(plan, createPool({}), never, () => undefined);
    expect(model.commitSize).toBe(64);
  });

  it('embeds with the built-in model, whatever the batch and the number of workers', async () => {
    const texts = Array.from({ length: 30 }, (_, index) =>
      `Sentence ${index} says something. `.repeat(1 + (index % 7)),
    );
    const one = await createPool({}).openLocalModel('built-in', quiet);
    const two = await createPool({ workers: 2 }).openLocalModel('built-in', quiet);
    const together = await two.embedDocuments(texts, never);
    expect(together).toHaveLength(texts.length);
    for (const [index, text] of texts.entries()) {
      expect((await one.embedDocuments([text], never))[0]).toEqual(together[index]);
    }
    expect(await one.embedQuery(texts[3] ?? '', never)).toEqual(together[3]);
  });

  it('writes nothing for the built-in model', async () => {
    const model = await createPool({}).openLocalModel('built-in', quiet);
    await model.embedQuery('hello', never);
    expect(await readdir(suite.dataDir)).toEqual([]);
  });

  it('reads no more tokens than the model takes', async () => {
    const hub = await startHub();
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    const long = 'the cat sat on the mat '.repeat(50);
    expectClose((await model.embedDocuments([long], never))[0], expectedMean(long));
  });

  it('pools and prefixes as the model wants it', async () => {
    const hub = await startHub();
    const pool = createPool({ hubUrl: hub.url });
    const e5 = await pool.openLocalModel('tiny/multilingual-e5-small', quiet);
    expectClose(await e5.embedQuery('the cat', never), expectedMean('query: the cat'));
    expectClose((await e5.embedDocuments(['the cat'], never))[0], expectedMean('passage: the cat'));
    const bge = await pool.openLocalModel('tiny/bge-small-en-v1.5', quiet);
    expectClose((await bge.embedDocuments(['the cat'], never))[0], normalised(tinyTokenVector(2)));
  });

  it('uses a model that it does not know as its files say, under an id of its own', async () => {
    const files = tinyModelFiles();
    files.set('1_Pooling/config.json', Buffer.from('{"pooling_mode_cls_token": true}'));
    files.set('config_sentence_transformers.json', Buffer.from('{"prompts": {"query": "query: "}}'));
    const hub = await startHub({ files });
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expect(model.id).toMatch(/^hub:tiny\/word-table\/q8#[0-9a-f]{8}$/);
    expectClose((await model.embedDocuments(['the cat'], never))[0], normalised(tinyTokenVector(2)));
    files.set('1_Pooling/config.json', Buffer.from('{"pooling_mode_lasttoken": true}'));
    const last = await createPool({ hubUrl: hub.url }).openLocalModel('tiny/other', quiet);
    expectClose(await last.embedQuery('the cat', never), normalised(tinyTokenVector(3)));
    files.set('1_Pooling/config.json', Buffer.from('{"pooling_mode_max_tokens": true}'));
    const largest = await createPool({ hubUrl: hub.url }).openLocalModel('tiny/third', quiet);
    const rows = [2, 4, 5, 3].map(tinyTokenVector);
    const most = Array.from({ length: rows[0]?.length ?? 0 }, (_, i) => Math.max(...rows.map((row) => row[i] ?? 0)));
    expectClose((await largest.embedDocuments(['the cat'], never))[0], normalised(most));
  });

  it('reads no more tokens than the model was made for', async () => {
    const files = tinyModelFiles();
    files.set('sentence_bert_config.json', Buffer.from('{"max_seq_length": 4}'));
    const hub = await startHub({ files });
    const model = await createPool({ hubUrl: hub.url }).openLocalModel(MODEL, quiet);
    expectClose((await model.embedDocuments(['the cat sat on the mat'], never))[0], expectedMean('the cat'));
  });

  it('loads a model from a folder of the user, and its id follows the content', async () => {
    const folder = join(suite.dataDir, 'my-model');
    for (const [file, bytes] of tinyModelFiles()) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), bytes);
    }
    const model = await createPool({}).openLocalModel(folder, quiet);
    expect(model.id).toMatch(/^folder:my-model\/q8@[0-9a-f]{16}$/);
    expectClose(await model.embedQuery('the cat', never), expectedMean('the cat'));
    await writeFile(join(folder, 'tokenizer.json'), '{}');
    expect((await createPool({}).openLocalModel(folder, quiet)).id).not.toBe(model.id);
    await rm(join(folder, 'config.json'));
    await expect(createPool({}).openLocalModel(folder, quiet)).rejects.toThrow('config.json');
  });

  it.each(['no-owner', '../../etc/passwd', 'a/../b', 'a/b/c', 'a/.hidden', ''])('refuses the name %j', async (name) => {
    await expect(createPool({}).openLocalModel(name, quiet)).rejects.toThrow(UserError);
  });
});

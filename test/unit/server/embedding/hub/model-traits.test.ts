import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  findKnownModel,
  hybridWeightOf,
  readModelTraits,
  traitsSuffix,
} from '../../../../../electron/server/embedding/hub/model-traits.ts';
import { LOCAL_MODELS } from '../../../../../shared/nodes/embeddings/local-models.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const POOLING = '1_Pooling/config.json';
const PROMPTS = 'config_sentence_transformers.json';
const LENGTH = 'sentence_bert_config.json';
const plain = { pooling: 'mean', documentPrefix: '', queryPrefix: '' } as const;

describe('how a model is used', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  const write = (file: string, content: unknown): void => {
    const path = join(folder.path, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  };
  const read = (name = 'somebody/model') => readModelTraits(folder.path, name);

  it('is the mean without prefix where nothing says otherwise', async () => {
    expect(await read()).toEqual(plain);
    expect(await readModelTraits(join(folder.path, 'missing'), 'somebody/model')).toEqual(plain);
  });

  it.each([
    [{ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false, include_prompt: true }, 'cls'],
    [{ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }, 'mean'],
    [{ pooling_mode_mean_sqrt_len_tokens: true }, 'mean'],
    [{ pooling_mode_max_tokens: true }, 'max'],
    [{ pooling_mode_lasttoken: true }, 'last'],
    [{ embedding_dimension: 384, pooling_mode: 'cls' }, 'cls'],
  ])('pools as %j', async (config, pooling) => {
    write(POOLING, config);
    expect(await read()).toEqual({ ...plain, pooling });
  });

  it.each([
    { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true },
    { pooling_mode_weightedmean_tokens: true },
    {},
    'not JSON',
  ])('refuses pooling as %j', async (config) => {
    write(POOLING, config);
    await expect(read()).rejects.toMatchObject({ code: 'INVALID_PARAM', message: expect.stringContaining(POOLING) });
  });

  it.each([
    [{ query: 'q: ', document: 'd: ', passage: 'p: ' }, 'q: ', 'd: '],
    [{ query: 'q: ', passage: '' }, 'q: ', ''],
    [{ corpus: 'c: ' }, '', 'c: '],
    [{ clustering: 'x' }, '', ''],
    [null, '', ''],
  ])('takes the prompts %j', async (prompts, queryPrefix, documentPrefix) => {
    write(PROMPTS, { prompts, default_prompt_name: null });
    expect(await read()).toEqual({ pooling: 'mean', documentPrefix, queryPrefix });
  });

  it('takes the length that the model was made for', async () => {
    write(LENGTH, { max_seq_length: 128, do_lower_case: false });
    expect(await read()).toEqual({ ...plain, maxTokens: 128 });
  });

  it('believes the card of a model that we know more than files', async () => {
    write(POOLING, { pooling_mode_mean_tokens: true });
    expect(await read('Xenova/bge-small-en-v1.5')).toMatchObject({ pooling: 'cls' });
  });
});

describe('the part of a model id that says how passages are embedded', () => {
  it('is empty for what was always so, and for another prefix of questions', () => {
    expect(traitsSuffix('somebody/model', plain)).toBe('');
    expect(traitsSuffix('somebody/model', { ...plain, queryPrefix: 'query: ' })).toBe('');
    expect(traitsSuffix('Xenova/bge-small-en-v1.5', { ...plain, pooling: 'cls' })).toBe('');
    expect(traitsSuffix('x/multilingual-e5-small', { ...plain, documentPrefix: 'passage: ' })).toBe('');
  });

  it('differs with pooling, prefix and length', () => {
    const ways = [
      { ...plain, pooling: 'cls' },
      { ...plain, pooling: 'max' },
      { ...plain, documentPrefix: 'passage: ' },
      { ...plain, maxTokens: 128 },
    ] as const;
    const suffixes = ways.map((traits) => traitsSuffix('somebody/model', traits));
    expect(new Set(suffixes).size).toBe(ways.length);
    for (const suffix of suffixes) expect(suffix).toMatch(/^#[0-9a-f]{8}$/);
  });
});

const SENTENCE = 'Represent this sentence for searching relevant passages: ';

describe('the models whose cards we know', () => {
  it.each([
    ['Xenova/bge-small-en-v1.5', 'cls', '', SENTENCE, 1],
    ['/models/BGE-Large-en', 'cls', '', SENTENCE, 1],
    ['Xenova/bge-small-zh-v1.5', 'cls', '', '为这个句子生成表示以用于检索相关文章：', 1],
    ['Xenova/bge-m3', 'cls', '', '', 1],
    ['Xenova/multilingual-e5-small', 'mean', 'passage: ', 'query: ', 1],
    ['intfloat/e5-base-v2/', 'mean', 'passage: ', 'query: ', 1],
    ['Xenova/all-MiniLM-L6-v2', 'mean', '', '', 0.6],
    ['Xenova/paraphrase-multilingual-MiniLM-L12-v2', 'mean', '', '', 0.6],
    ['Snowflake/snowflake-arctic-embed-m-v1.5', 'cls', '', SENTENCE, 1],
    ['mixedbread-ai/mxbai-embed-large-v1', 'cls', '', SENTENCE, 1],
    ['nomic-ai/nomic-embed-text-v1.5', 'mean', 'search_document: ', 'search_query: ', 1],
  ])('%s', (name, pooling, documentPrefix, queryPrefix, weight) => {
    expect(findKnownModel(name)?.traits).toEqual({ pooling, documentPrefix, queryPrefix });
    expect(hybridWeightOf(name)).toBe(weight);
  });

  it.each([
    'intfloat/multilingual-e5-large-instruct',
    'Snowflake/snowflake-arctic-embed-l-v2.0',
    'bge-small-en-v1.5/of-somebody',
    'someone/my-model',
  ])('leaves %s to its files', (name) => {
    expect(findKnownModel(name)).toBeUndefined();
    expect(hybridWeightOf(name)).toBe(1);
  });

  it('has a line for every model that is offered for download', () => {
    const offered = LOCAL_MODELS.filter(({ sizeBytes }) => sizeBytes > 0).map(({ id }) => id);
    expect(offered.filter((id) => findKnownModel(id) === undefined)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { findKnownModel, hybridWeightOf } from '../../../../../electron/server/embedding/hub/known-models.ts';
import { LOCAL_MODELS } from '../../../../../shared/nodes/embeddings/local-models.ts';

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

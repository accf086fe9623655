import type { ModelTraits } from '../encoder/encoder.ts';

/** What the card of a model says and its files on the hub, as converted to ONNX, do not. */
export interface KnownModel {
  /** Fits the last part of the model's name, in lower case. */
  readonly pattern: RegExp;
  readonly traits: ModelTraits;
  /** See `EmbeddingModel.hybridWeight`. */
  readonly hybridWeight: number;
  /** Vectors with these traits were stored under the plain id of the model from the first version on. */
  readonly hasPlainId?: boolean;
}

/** huggingface.co/BAAI/bge-small-en-v1.5; arctic-embed and mxbai took it over. */
const BGE_QUESTION = 'Represent this sentence for searching relevant passages: ';

/** Retrieval models count as much as keywords. */
const RETRIEVAL_WEIGHT = 1;
/**
 * Models of sentences, not of questions and passages, rank the right passage first less often: AIR-Bench (wiki, nDCG@1) gives all-MiniLM-L6-v2 .369
 * where bge-small gets .595. Their share of it; the fusion itself has not been measured with these models.
 */
const SENTENCE_WEIGHT = 0.6;

/** The first that fits applies. */
const KNOWN_MODELS: readonly KnownModel[] = [
  {
    pattern: /^bge-(?:small|base|large)-en/,
    traits: { pooling: 'cls', documentPrefix: '', queryPrefix: BGE_QUESTION },
    hybridWeight: RETRIEVAL_WEIGHT,
    hasPlainId: true,
  },
  {
    // huggingface.co/BAAI/bge-small-zh-v1.5
    pattern: /^bge-(?:small|base|large)-zh/,
    traits: { pooling: 'cls', documentPrefix: '', queryPrefix: '为这个句子生成表示以用于检索相关文章：' },
    hybridWeight: RETRIEVAL_WEIGHT,
    hasPlainId: true,
  },
  {
    // huggingface.co/BAAI/bge-m3: no prefix.
    pattern: /^bge-/,
    traits: { pooling: 'cls', documentPrefix: '', queryPrefix: '' },
    hybridWeight: RETRIEVAL_WEIGHT,
    hasPlainId: true,
  },
  {
    // huggingface.co/intfloat/multilingual-e5-small: each text says what it is.
    pattern: /^(?:multilingual-)?e5-(?:small|base|large)(?!-instruct)/,
    traits: { pooling: 'mean', documentPrefix: 'passage: ', queryPrefix: 'query: ' },
    hybridWeight: RETRIEVAL_WEIGHT,
    hasPlainId: true,
  },
  {
    // huggingface.co/sentence-transformers/all-MiniLM-L6-v2. That Sentence Transformers cuts texts at 256 word pieces is its default: the model has 512 places,
    // and what is cut off is never found. A maximum here would also be in the model's id, and ask for all of its collections to be embedded again.
    pattern: /^(?:all|paraphrase)-(?:multilingual-)?(?:minilm|mpnet)-/,
    traits: { pooling: 'mean', documentPrefix: '', queryPrefix: '' },
    hybridWeight: SENTENCE_WEIGHT,
  },
  {
    // huggingface.co/Snowflake/snowflake-arctic-embed-m-v1.5; version 2 has another prefix, which its files name.
    pattern: /^snowflake-arctic-embed-(?:xs|s|m|m-long|l)(?:-v1\.5)?$/,
    traits: { pooling: 'cls', documentPrefix: '', queryPrefix: BGE_QUESTION },
    hybridWeight: RETRIEVAL_WEIGHT,
  },
  {
    // huggingface.co/mixedbread-ai/mxbai-embed-large-v1
    pattern: /^mxbai-embed-large-v1/,
    traits: { pooling: 'cls', documentPrefix: '', queryPrefix: BGE_QUESTION },
    hybridWeight: RETRIEVAL_WEIGHT,
  },
  {
    // huggingface.co/nomic-ai/nomic-embed-text-v1.5
    pattern: /^nomic-embed-text-v1/,
    traits: { pooling: 'mean', documentPrefix: 'search_document: ', queryPrefix: 'search_query: ' },
    hybridWeight: RETRIEVAL_WEIGHT,
  },
];

/** The model of that name, of which only the last part counts; undefined for one that we do not know. */
export function findKnownModel(name: string): KnownModel | undefined {
  const parts = name.toLowerCase().split(/[\\/]/);
  const last = parts.findLast((part) => part !== '') ?? '';
  return KNOWN_MODELS.find(({ pattern }) => pattern.test(last));
}

/** The weight of a hub model of that name; one that we do not know counts as a retrieval model. */
export function hybridWeightOf(name: string): number {
  return findKnownModel(name)?.hybridWeight ?? RETRIEVAL_WEIGHT;
}

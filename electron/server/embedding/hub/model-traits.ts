import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { ModelTraits } from '../encoder/encoder.ts';

const POOLING_FILE = '1_Pooling/config.json';
const LENGTH_FILE = 'sentence_bert_config.json';
const PROMPTS_FILE = 'config_sentence_transformers.json';

/** Files of Sentence Transformers (sbert.net) in which a model that we do not know says how it is used. Many models have none of them. */
export const TRAIT_FILES = [POOLING_FILE, LENGTH_FILE, PROMPTS_FILE] as const;

const PLAIN_TRAITS: ModelTraits = { pooling: 'mean', documentPrefix: '', queryPrefix: '' };

/** Ways to pool by their names in the file. The mean by the root of the length differs in length only, and every vector is scaled to 1. */
const POOLINGS: Readonly<Record<string, ModelTraits['pooling']>> = {
  cls: 'cls',
  cls_token: 'cls',
  mean: 'mean',
  mean_tokens: 'mean',
  mean_sqrt_len_tokens: 'mean',
  max: 'max',
  max_tokens: 'max',
  lasttoken: 'last',
};

const MODE = 'pooling_mode_';
const PoolingSchema = z.record(z.string(), z.unknown());
const LengthSchema = z.object({ max_seq_length: z.int().positive().nullish() });
const PromptsSchema = z.object({ prompts: z.record(z.string(), z.string()).nullish() });

/** The names under which Sentence Transformers looks for the prompts of passages, in its order (`encode_document`). */
const DOCUMENT_PROMPTS = ['document', 'passage', 'corpus'];

function unusable(name: string, file: string, cause?: unknown): UserError {
  return new UserError(
    'INVALID_PARAM',
    `The model ${name} says in ${file} that it is used in a way that Tributary does not know, or the file is damaged: choose another model, such as the built-in one.`,
    { details: { param: 'model' }, cause },
  );
}

/** Reads files of one model as JSON; undefined for one that is not there. */
function readerOf(folder: string, name: string) {
  return async function read<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
    try {
      return schema.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw unusable(name, file, error);
    }
  };
}

/** @throws UserError INVALID_PARAM for a model that joins several ways of pooling, or needs one that we lack */
function poolingOf(config: Readonly<Record<string, unknown>>, name: string): ModelTraits['pooling'] {
  const { pooling_mode: mode } = config;
  const flags = Object.entries(config).filter(([key, value]) => key.startsWith(MODE) && value === true);
  const modes = typeof mode === 'string' ? [mode] : flags.map(([key]) => key.slice(MODE.length));
  const [only, ...others] = modes;
  const pooling = only === undefined ? undefined : POOLINGS[only];
  if (pooling === undefined || others.length > 0) throw unusable(name, POOLING_FILE);
  return pooling;
}

/** What the card of a model says and its files on the hub, as converted to ONNX, do not. */
interface KnownModel {
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

/**
 * How a model is used: by its card if we know it, otherwise as the files in its folder say; with neither, the mean and no prefix.
 * @param folder of the model; it need not be there
 * @throws UserError INVALID_PARAM when its files ask for what we cannot do
 */
export async function readModelTraits(folder: string, name: string): Promise<ModelTraits> {
  const known = findKnownModel(name);
  if (known !== undefined) return known.traits;
  const read = readerOf(folder, name);
  const pooling = await read(POOLING_FILE, PoolingSchema);
  const maxTokens = (await read(LENGTH_FILE, LengthSchema))?.max_seq_length;
  const prompts = (await read(PROMPTS_FILE, PromptsSchema))?.prompts ?? {};
  const documentPrompt = DOCUMENT_PROMPTS.find((key) => prompts[key] !== undefined) ?? '';
  return {
    pooling: pooling === undefined ? PLAIN_TRAITS.pooling : poolingOf(pooling, name),
    documentPrefix: prompts[documentPrompt] ?? '',
    queryPrefix: prompts.query ?? '',
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
  };
}

const FINGERPRINT_DIGITS = 8;

/**
 * What a model's id needs beside its name, since vectors of passages that were made in another way are not comparable: nothing for the mean without
 * prefix, which was the only way at first. The prefix of questions is in no stored vector.
 */
export function traitsSuffix(name: string, { pooling, documentPrefix, maxTokens }: ModelTraits): string {
  const isPlain = pooling === PLAIN_TRAITS.pooling && documentPrefix === '' && maxTokens === undefined;
  if (isPlain || findKnownModel(name)?.hasPlainId === true) return '';
  const hash = createHash('sha256').update(JSON.stringify([pooling, documentPrefix, maxTokens ?? null]));
  return `#${hash.digest('hex').slice(0, FINGERPRINT_DIGITS)}`;
}

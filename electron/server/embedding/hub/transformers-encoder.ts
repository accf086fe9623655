import { OperationalError } from '../../../../shared/errors/errors.ts';
import { normaliseInPlace } from '../../common/vectors.ts';
import type { Encoder, EncoderSource, ModelTraits } from '../encoder/encoder.ts';

type TransformersSource = Extract<EncoderSource, { kind: 'transformers' }>;
type Transformers = typeof import('@huggingface/transformers');

/** BERT's, for models whose files name no maximum. */
const DEFAULT_MAX_TOKENS = 512;
/** Attention grows with the square of the length: 8,192 tokens would take gigabytes, these take about 200 MB. */
const LONGEST_TOKENS = 2048;

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

function maxTokens(config: object, tokenizerMaximum: unknown): number {
  const positions = 'max_position_embeddings' in config ? positive(config.max_position_embeddings) : undefined;
  // RoBERTa counts positions from its padding id, which takes two places.
  const isRoberta = 'model_type' in config && /roberta|camembert/.test(String(config.model_type));
  const usable = positions === undefined ? DEFAULT_MAX_TOKENS : positions - (isRoberta ? 2 : 0);
  return Math.min(positive(tokenizerMaximum) ?? usable, usable, LONGEST_TOKENS);
}

/** Cuts off what the model cannot read, but keeps the mark that ends a text (which the library's truncation loses). */
function capLength(ids: readonly number[], longest: number, endMark: number | undefined): readonly number[] {
  if (ids.length <= longest) return ids;
  return endMark === undefined ? ids.slice(0, longest) : [...ids.slice(0, longest - 1), endMark];
}

/** One vector of length 1 out of [1, tokens, width]. There is no padding in one text, so all tokens count. */
function pool(data: Float32Array, tokens: number, pooling: ModelTraits['pooling']): Float32Array {
  const width = data.length / tokens;
  if (pooling === 'cls') return normaliseInPlace(data.slice(0, width));
  if (pooling === 'last') return normaliseInPlace(data.slice(-width));
  const pooled = data.slice(0, width);
  for (let at = width; at < data.length; at++) {
    const value = data[at] ?? 0;
    const i = at % width;
    pooled[i] = pooling === 'max' ? Math.max(pooled[i] ?? 0, value) : (pooled[i] ?? 0) + value;
  }
  return normaliseInPlace(pooled);
}

async function load({ AutoModel, AutoTokenizer }: Transformers, source: TransformersSource) {
  const options = {
    dtype: source.dtype,
    local_files_only: true,
    // One thread each: several workers with one thread beat one with several (measured, 402 texts to 321).
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  };
  const tokenizer = await AutoTokenizer.from_pretrained(source.folder, { local_files_only: true });
  return { tokenizer, model: await AutoModel.from_pretrained(source.folder, options) };
}

/**
 * Loads a model of Hugging Face's layout from a folder; it never goes to the network itself.
 * @throws OperationalError MODEL_UNAVAILABLE when the files do not load.
 */
export async function openTransformersEncoder(source: TransformersSource): Promise<Encoder> {
  const transformers = await import('@huggingface/transformers');
  const { env, Tensor } = transformers;
  env.allowRemoteModels = false;
  env.useFSCache = false;
  const unusable = (cause: unknown): OperationalError =>
    new OperationalError(
      'MODEL_UNAVAILABLE',
      `The model ${source.name} could not be loaded: its files are damaged, or it is not a text embedding model. Choose another one, such as the built-in model.`,
      { cause },
    );
  const { tokenizer, model } = await load(transformers, source).catch((error: unknown) => {
    throw unusable(error);
  });
  const { traits } = source;
  const longest = Math.min(maxTokens(model.config, tokenizer.model_max_length), traits.maxTokens ?? LONGEST_TOKENS);

  const endMark = tokenizer.encode('').at(-1);

  const run = async (text: string): Promise<Float32Array> => {
    const ids = capLength(tokenizer.encode(text), longest, endMark);
    const tensorOf = (values: readonly number[]) =>
      new Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
    // One text in one segment, without padding. The model takes those of the inputs that it knows.
    const outputs: Record<string, unknown> = await model({
      input_ids: tensorOf(ids),
      attention_mask: tensorOf(ids.map(() => 1)),
      token_type_ids: tensorOf(ids.map(() => 0)),
    });
    const tokens = outputs.last_hidden_state ?? outputs.token_embeddings;
    if (!(tokens instanceof Tensor) || !(tokens.data instanceof Float32Array)) throw unusable('no token vectors');
    return pool(tokens.data, tokens.dims[1] ?? 1, traits.pooling);
  };
  // One run says how long the vectors are, and that the model works at all.
  const { length: dimensions } = await run('a').catch(async (error: unknown) => {
    await model.dispose();
    throw error instanceof OperationalError ? error : unusable(error);
  });
  const { documentPrefix, queryPrefix } = traits;
  return {
    dimensions,
    embed: (text, purpose) => run((purpose === 'query' ? queryPrefix : documentPrefix) + text),
  };
}

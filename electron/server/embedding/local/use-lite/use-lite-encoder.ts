import type { InferenceSession } from 'onnxruntime-node';
import { BugError, OperationalError } from '../../../../../shared/errors/errors.ts';
import { averageVectors, cutIntoWindows } from '../../../common/vectors.ts';
import type { Encoder } from '../../encoder/encoder.ts';
import type { UseLiteVariant } from './build-model.ts';
import { USE_LITE_DIMENSIONS } from './model-facts.ts';
import { ensureUseLiteFile } from './model-file.ts';
import { readVocabulary } from './package-files.ts';
import { createTokenizer } from './tokenizer.ts';

/** Below the model's 128 positions, as it was measured; a longer text is cut into windows. */
export const WINDOW_TOKENS = 120;

/** The tokenizer's "unknown": what an empty text is embedded as, since the model needs one token at least. */
const EMPTY_TEXT_IDS = Int32Array.of(0);

async function openSession(folder: string, variant: UseLiteVariant): Promise<InferenceSession> {
  const { InferenceSession: Session } = await import('onnxruntime-node');
  // One thread each: several workers with one thread beat one with several (measured, 402 texts to 321).
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  const path = await ensureUseLiteFile(folder, variant);
  try {
    return await Session.create(path, options);
  } catch {
    // Right size, wrong content: a damaged disk or file. What a fresh one says, counts.
    return await Session.create(await ensureUseLiteFile(folder, variant, true), options);
  }
}

function unavailable(cause: unknown): OperationalError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC') {
    return new OperationalError(
      'DISK_FULL',
      'The disk is full, so the built-in model could not be set up: free some space.',
      { cause },
    );
  }
  const message =
    'The built-in model could not be set up: check that the data folder can be written, or install the app again.';
  return new OperationalError('MODEL_UNAVAILABLE', message, { cause });
}

/**
 * Loads the built-in model, Universal Sentence Encoder lite; `folder` keeps the converted file.
 * @throws OperationalError DISK_FULL, MODEL_UNAVAILABLE
 */
export async function openUseLiteEncoder(folder: string, variant: UseLiteVariant): Promise<Encoder> {
  const { Tensor } = await import('onnxruntime-node');
  const tokenizer = createTokenizer(await readVocabulary());
  const session = await openSession(folder, variant).catch((error: unknown) => {
    throw unavailable(error);
  });

  const run = async (ids: Int32Array): Promise<Float32Array> => {
    const { embedding } = await session.run({ ids: new Tensor('int32', ids, [ids.length]) });
    if (!(embedding?.data instanceof Float32Array)) throw new BugError('The built-in model gave no vector');
    return embedding.data;
  };
  return {
    dimensions: USE_LITE_DIMENSIONS,
    async embed(text, _purpose, pause) {
      const ids = tokenizer.encode(text);
      const [first = EMPTY_TEXT_IDS, ...rest] = cutIntoWindows(ids, WINDOW_TOKENS);
      const vectors = [await run(first)];
      for (const window of rest) {
        await pause();
        vectors.push(await run(window));
      }
      return averageVectors(vectors);
    },
    release: () => session.release(),
  };
}

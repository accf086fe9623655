import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { BugError, OperationalError } from '../../../../../shared/errors/errors.ts';
import { averageVectors, cutIntoWindows } from '../../../common/vectors.ts';
import type { Encoder } from '../../encoder/encoder.ts';
import { USE_LITE_DIMENSIONS } from './model-facts.ts';
import { builtInFile, readVocabulary, USE_LITE_FILE } from './model-files.ts';
import { createTokenizer } from './tokenizer.ts';

/** Below the model's 128 positions, as it was measured; a longer text is cut into windows. */
export const WINDOW_TOKENS = 120;

/** The tokenizer's "unknown": what an empty text is embedded as, since the model needs one token at least. */
const EMPTY_TEXT_IDS = Int32Array.of(0);

async function openSession(file: string): Promise<InferenceSession> {
  const { InferenceSession: Session } = await import('onnxruntime-node');
  // Read here: inside the archive of the packaged app only Node finds files.
  const model = await readFile(file);
  // One thread each: several workers with one thread beat one with several (measured, 402 texts to 321).
  return await Session.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
}

function unavailable(cause: unknown): OperationalError {
  const message =
    'The built-in model is missing or damaged: install the app again, or run npm run build if you have its sources.';
  return new OperationalError('MODEL_UNAVAILABLE', message, { cause });
}

/**
 * Loads the built-in model, Universal Sentence Encoder lite. Another `file` is the same model with other numbers, for tests.
 * @throws OperationalError MODEL_UNAVAILABLE
 */
export async function openUseLiteEncoder(file: string = builtInFile(USE_LITE_FILE)): Promise<Encoder> {
  const { Tensor } = await import('onnxruntime-node');
  const [vocabulary, session] = await Promise.all([readVocabulary(), openSession(file)]).catch((error: unknown) => {
    throw unavailable(error);
  });
  const tokenizer = createTokenizer(vocabulary);

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
  };
}

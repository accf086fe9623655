import { z } from 'zod';
import { entryUrl } from '../../common/entry-url.ts';
import type { Log } from '../../core/log.ts';
import { createModelProcess, type ModelProcess } from '../../model-process/create-model-process.ts';
import type { EncoderSource, TextPurpose } from '../encoder/encoder.ts';
import type { EmbedTask } from './serve-encoder.ts';

export interface EncoderProcessOptions {
  readonly source: EncoderSource;
  /** Most workers at a time. */
  readonly workers: number;
  readonly idleMs: number;
  readonly log?: Log | undefined;
  /** The worker's program, for tests. */
  readonly worker?: URL | undefined;
}

/** A model that embeds, in a process of its own. */
export interface EncoderProcess extends Pick<ModelProcess<EmbedTask, Float32Array>, 'isBusy' | 'close'> {
  /**
   * One vector a text, in order. Questions go before passages that wait; passages of several callers take turns, a few texts each.
   * @param caller stands for all that one run embeds; without it the call is one of its own
   * @throws OperationalError WORKER_CRASHED, MODEL_UNAVAILABLE, SHUTTING_DOWN; the signal's reason when it aborts
   */
  embed(
    texts: readonly string[],
    purpose: TextPurpose,
    signal: AbortSignal,
    caller?: object,
  ): Promise<readonly Float32Array[]>;
}

/** What crashes a worker each time is of the texts or the model. */
const REPEATS = 2;
/** Small enough that passages of several runs take turns, large enough to hide the messages. */
const MAX_TEXTS_PER_TASK = 8;
/** So that the workers end at nearly the same time. */
const TASKS_PER_WORKER = 4;

/** Cuts texts into tasks, the longest texts first: the short ones fill the gaps at the end. */
function cutIntoIndexes(texts: readonly string[], workers: number): readonly (readonly number[])[] {
  const lengthOf = (index: number): number => texts[index]?.length ?? 0;
  const order = Array.from(texts.keys()).sort((a, b) => lengthOf(b) - lengthOf(a) || a - b);
  const wanted = Math.ceil(texts.length / (workers * TASKS_PER_WORKER));
  const size = Math.min(Math.max(wanted, 1), MAX_TEXTS_PER_TASK);
  return Array.from({ length: Math.ceil(order.length / size) }, (_, i) => order.slice(i * size, (i + 1) * size));
}

/** Makes a model embed. Costs nothing before the first text. */
export function createEncoderProcess({
  worker = entryUrl('embed-worker'),
  ...options
}: EncoderProcessOptions): EncoderProcess {
  const model = createModelProcess<EmbedTask, Float32Array>({
    ...options,
    worker,
    output: z.instanceof(Float32Array),
    repeats: REPEATS,
  });
  return {
    get isBusy() {
      return model.isBusy;
    },
    close: () => model.close(),
    async embed(texts, purpose, signal, caller = {}) {
      signal.throwIfAborted();
      const vectors = new Map<number, Float32Array>();
      const failed = new AbortController();
      const call = { signal: AbortSignal.any([signal, failed.signal]), caller, isUrgent: purpose === 'query' };
      const tasks = cutIntoIndexes(texts, options.workers).map(async (indexes) => {
        const matrix = await model.call({ purpose, texts: indexes.map((index) => texts[index] ?? '') }, call);
        const dimensions = matrix.length / indexes.length;
        for (const [row, index] of indexes.entries()) {
          vectors.set(index, matrix.subarray(row * dimensions, (row + 1) * dimensions));
        }
      });
      try {
        await Promise.all(tasks);
      } finally {
        // The rest of one that failed is in vain.
        failed.abort();
      }
      return Array.from(texts.keys()).flatMap((index) => vectors.get(index) ?? []);
    },
  };
}

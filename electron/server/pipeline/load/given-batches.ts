import { hash } from 'node:crypto';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';

/** Knows what a job has handed out, so that it can be done once more and go on from there. */
export interface GivenBatches {
  /** How many batches were handed out. */
  readonly count: number;
  /** The job is done once more, from its first batch. */
  beginAgain(): void;
  /**
   * Takes the job's next batch.
   * @returns whether it is to be handed out; false for one that was, before the job began again
   * @throws OperationalError WORKER_CRASHED if what was handed out is not what comes now
   */
  take(batch: ChunkBatch): boolean;
  /**
   * The job has brought its last batch.
   * @throws OperationalError WORKER_CRASHED if more than that was handed out before it began again
   */
  end(): void;
}

function readOtherwise(): OperationalError {
  const message = 'The files read otherwise than a moment ago, when their reader ended unexpectedly: run it again.';
  return new OperationalError('WORKER_CRASHED', message);
}

export function createGivenBatches(): GivenBatches {
  let count = 0;
  let position = 0;
  /** Stands for all batches that were handed out, and for those that came since the job began again. */
  let given = '';
  let current = '';
  return {
    get count() {
      return count;
    },
    beginAgain() {
      position = 0;
      current = '';
    },
    take({ hashes }) {
      position += 1;
      current = hash('sha256', Buffer.concat([Buffer.from(current), hashes]));
      if (position > count) {
        count = position;
        given = current;
        return true;
      }
      if (position === count && current !== given) throw readOtherwise();
      return false;
    },
    end() {
      if (position < count) throw readOtherwise();
    },
  };
}

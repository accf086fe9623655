import { Worker } from 'node:worker_threads';
import type { Passage } from '../../../../shared/api/originals.ts';
import { fromErrorData, OperationalError } from '../../../../shared/errors/errors.ts';
import { entryUrl } from '../../common/entry-url.ts';
import type { FromOriginalWorker, ToOriginalWorker } from './original-messages.ts';
import type { PassageRequest } from './passage-place.ts';

/** A worker starts in some 0.1 s and holds some 40 MB. */
const IDLE_MS = 60_000;
/** A file that takes longer to read than this is not waited for. */
const LONGEST_MS = 60_000;
/** Of its heap. */
const MEMORY_LIMIT_MB = 1024;

/** Finds chunks in their originals. */
export interface OriginalReader {
  /** @throws UserError of the reader; OperationalError WORKER_CRASHED, SERVICE_TIMEOUT, SHUTTING_DOWN */
  find(request: PassageRequest): Promise<Passage>;
  close(): Promise<void>;
}

interface Waiting {
  readonly result: PromiseWithResolvers<Passage>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Reads originals in a thread of its own, which is there while somebody looks at them.
 * @param modelsFolder where on-device models lie, to recognise pictures with
 */
export function createOriginalReader(modelsFolder: string): OriginalReader {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function take(id: number): Waiting | undefined {
    const one = waiting.get(id);
    waiting.delete(id);
    clearTimeout(one?.timer);
    if (waiting.size === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
    return one;
  }

  async function end(error?: Error): Promise<void> {
    const ended = worker;
    worker = undefined;
    clearTimeout(idle);
    for (const id of [...waiting.keys()]) if (error !== undefined) take(id)?.result.reject(error);
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(entryUrl('original-worker'), {
      name: 'original-worker',
      execArgv: [],
      workerData: { models: modelsFolder },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    started.on('message', (message: FromOriginalWorker) => {
      const one = take(message.id);
      if ('passage' in message) one?.result.resolve(message.passage);
      else one?.result.reject(fromErrorData(message.error));
    });
    started.on('error', (cause) => {
      if (worker !== started) return;
      const text =
        'The original could not be read: it may need more memory than there is for one file. Download it instead.';
      void end(new OperationalError('WORKER_CRASHED', text, { cause }));
    });
    started.unref();
    return started;
  }

  return {
    find(request) {
      if (isClosed) return Promise.reject(shuttingDown());
      clearTimeout(idle);
      worker ??= start();
      lastId += 1;
      const id = lastId;
      const text = 'The original takes too long to read: download it instead.';
      const timer = setTimeout(() => void end(new OperationalError('SERVICE_TIMEOUT', text)), LONGEST_MS);
      const result = Promise.withResolvers<Passage>();
      waiting.set(id, { result, timer });
      worker.postMessage({ id, request } satisfies ToOriginalWorker);
      return result.promise;
    },

    async close() {
      isClosed = true;
      await end(shuttingDown());
    },
  };
}

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'The server is shutting down: look again when it is back.');
}

import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fromErrorData } from '../../../shared/errors/errors.ts';
import { entryUrl } from '../common/entry-url.ts';
import { PictureUnreadable, type TextRecogniser } from '../core/text-recogniser.ts';
import { ensureLanguages, type LanguageData } from './language-data.ts';
import { orientationOf } from './measure-picture.ts';
import type { FromOcrWorker, ToOcrWorker } from './ocr-messages.ts';

export interface RecogniserOptions extends LanguageData {
  /** How long a picture may take; 60 s unless given. */
  readonly limitMs?: number;
}

export type ClosableRecogniser = TextRecogniser & AsyncDisposable;

/** A dense page of an old newspaper takes some 20 s on a slow machine. */
const LIMIT_MS = 60_000;

/** Recognises text in a thread of its own, which starts with the first picture. */
export function createTextRecogniser(options: RecogniserOptions): ClosableRecogniser {
  const { folder, limitMs = LIMIT_MS } = options;
  let worker: Worker | undefined;
  /** Pictures are recognised one after another: an answer belongs to the only open request. */
  let turn: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  function ask(request: ToOcrWorker, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    worker ??= new Worker(entryUrl('ocr-worker'), { name: 'ocr-worker', execArgv: [], workerData: { folder } });
    const answering = worker;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const stop = (reason: unknown): void => {
      reject(reason);
      void end();
    };
    const onAbort = (): void => stop(signal.reason);
    const onError = (cause: Error): void => stop(new PictureUnreadable('its recognition ended unexpectedly', cause));
    const onMessage = (answer: FromOcrWorker): void => {
      if ('text' in answer) resolve(answer.text);
      else reject('error' in answer ? fromErrorData(answer.error) : new PictureUnreadable(answer.unreadable));
    };
    const timer = setTimeout(
      () => stop(new PictureUnreadable(`it takes more than ${limitMs / 1000} s to recognise`)),
      limitMs,
    );
    signal.addEventListener('abort', onAbort);
    answering.on('message', onMessage).on('error', onError);
    answering.postMessage(request);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      answering.off('message', onMessage).off('error', onError);
    });
  }

  return {
    async recognise(picture, wanted, context) {
      const { signal } = context;
      signal.throwIfAborted();
      const orientation = orientationOf(picture);
      const languages = await ensureLanguages(options, wanted, context);
      const answer = turn.then(() => ask({ picture, orientation, languages }, signal));
      turn = answer.catch(() => undefined);
      return await answer;
    },
    [Symbol.asyncDispose]: end,
  };
}

/** The recogniser whose languages lie among the on-device models. */
export function openRecogniser(modelsFolder: string): ClosableRecogniser {
  return createTextRecogniser({ folder: join(modelsFolder, 'ocr') });
}

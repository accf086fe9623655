import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Tesseract, TesseractApi } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { z } from 'zod';
import { BugError, OperationalError, toErrorData } from '../../../shared/errors/errors.ts';
import type { FromOcrWorker, ToOcrWorker } from './ocr-messages.ts';
import { wordsOf } from './recognised-words.ts';

/** Thread that recognises text with Tesseract. A picture is recognised without a pause, so the thread is ended to stop it. */

/** The neural network only: the data has no other engine. */
const LSTM_ONLY = 1;

const port = parentPort;
if (port === null) throw new BugError('The OCR worker was started outside of a worker thread');
const { folder } = z.object({ folder: z.string() }).parse(workerData);

interface Engine {
  readonly languages: string;
  readonly tesseract: Tesseract;
  readonly api: TesseractApi;
}

let engine: Engine | undefined;

async function engineFor(codes: readonly string[]): Promise<Engine> {
  const languages = codes.join('+');
  if (engine?.languages === languages) return engine;
  engine?.api.End();
  const { default: start } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
  // What it prints of a picture that it can't read, its answer says too.
  const tesseract = await start({ print: () => undefined, printErr: () => undefined });
  for (const code of codes) {
    tesseract.FS.writeFile(`/${code}.traineddata`, await readFile(join(folder, `${code}.traineddata`)));
  }
  const api = new tesseract.TessBaseAPI();
  if (api.Init('/', languages, LSTM_ONLY) !== 0) {
    const files = codes.map((code) => `${code}.traineddata`).join(' and ');
    throw new OperationalError(
      'MODEL_UNAVAILABLE',
      `The data for recognising text can't be used: delete ${files} in ${folder} and try again, then it is fetched anew.`,
      { details: { language: languages } },
    );
  }
  engine = { languages, tesseract, api };
  return engine;
}

async function recognise({ picture, orientation, languages }: ToOcrWorker): Promise<FromOcrWorker> {
  const { tesseract, api } = await engineFor(languages);
  tesseract.FS.writeFile('/input', picture);
  const failed = api.SetImageFile(orientation, 0);
  tesseract.FS.unlink('/input');
  if (failed !== 0) return { unreadable: 'it is damaged, or stored in a way that is not read' };
  if (api.Recognize(null) !== 0) return { unreadable: 'its text could not be recognised' };
  const text = api.GetUTF8Text();
  const words = wordsOf(text, api.GetTSVText(0));
  api.Clear();
  return { text, words };
}

port.on('message', (message: ToOcrWorker) => {
  recognise(message)
    .catch((error: unknown) => ({ error: toErrorData(error) }))
    .then((answer) => port.postMessage(answer satisfies FromOcrWorker));
});

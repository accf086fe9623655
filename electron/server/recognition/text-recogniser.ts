import { createHash, randomUUID } from 'node:crypto';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import { imageSize } from 'image-size';
import { fromErrorData, OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import { entryUrl } from '../common/entry-url.ts';
import {
  PictureUnreadable,
  type RecognisedText,
  type RecogniserContext,
  type TextRecogniser,
} from '../core/text-recogniser.ts';
import { type DownloadErrors, downloadFile } from '../http/download-file.ts';
import { type Sleep, sleepFor } from '../http/retries.ts';
import { LANGUAGE_FILES, LANGUAGE_FOLDER, LANGUAGE_VERSION, type LanguageFile } from './language-files.ts';
import type { FromOcrWorker, ToOcrWorker } from './ocr-messages.ts';

export interface LanguageData {
  /** Where the data of languages lies: `<code>.traineddata`. */
  readonly folder: string;
  /** Where the packages of languages are served; jsDelivr unless given, as for tesseract.js. */
  readonly dataUrl?: string;
  /** Waits before another attempt. */
  readonly sleep?: Sleep;
}

const DATA_URL = 'https://cdn.jsdelivr.net/npm/';
/** As Tesseract names languages and scripts: eng, chi_sim. */
const CODE = /^[a-z]{3}(?:_[a-z]+)*$/;
/** The largest languages unpack to some 30 MB. */
const LARGEST_BYTES = 128 * 1024 * 1024;
/** Each is tried on each word, and takes some 50 MB of memory. */
const MOST_LANGUAGES = 16;
const MEGABYTE = 1_000_000;

const unpack = promisify(gunzip);

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Says how much of a language is there, once a percent. */
function progressOf(code: string, { sizeBytes }: LanguageFile, { onFetching }: RecogniserContext) {
  let lastPercent = -1;
  return (receivedBytes: number): void => {
    const percent = Math.floor((100 * receivedBytes) / sizeBytes);
    if (percent <= lastPercent) return;
    lastPercent = percent;
    const [received, all] = [receivedBytes, sizeBytes].map((bytes) => (bytes / MEGABYTE).toFixed(1));
    onFetching?.(`Fetching the data for recognising text in "${code}": ${received} of ${all} MB`);
  };
}

/** Longer ones are no codes, and are not repeated whole. */
const LONGEST_CODE = 40;

/** Where a language's data comes from and goes to, for messages. */
interface LanguagePlace {
  readonly code: string;
  readonly url: URL;
  readonly folder: string;
}

function unavailable({ code, url, folder }: LanguagePlace, happened: string, cause?: unknown): OperationalError {
  const message = `The data for recognising text in "${code}" ${happened}: connect to the internet and try again, or fetch ${url.href} elsewhere, unpack it, and put ${code}.traineddata into ${folder}.`;
  return new OperationalError('MODEL_UNAVAILABLE', message, { details: { language: code }, cause });
}

function languageErrors(place: LanguagePlace): DownloadErrors {
  const { host } = place.url;
  return {
    unreachable: (cause) => unavailable(place, `is not on this machine yet, and ${host} cannot be reached`, cause),
    broken: (cause) => unavailable(place, `broke off on its way from ${host}`, cause),
    refused: (status) => unavailable(place, `is not given by ${host} (status ${status})`),
    tooLarge: () => wrongLanguageData(place),
    diskFull: (cause) =>
      new OperationalError(
        'DISK_FULL',
        `The disk is full, so the data for recognising text in "${place.code}" could not be stored: free some space and try again.`,
        { details: { language: place.code }, cause },
      ),
  };
}

/** Something else came: a proxy's log-in page, say. */
function wrongLanguageData(place: LanguagePlace, cause?: unknown): OperationalError {
  return unavailable(place, `came from ${place.url.host} with another content than expected`, cause);
}

function tooManyLanguages(count: number, most: number): UserError {
  const message = `Text is to be recognised in ${count} languages: choose at most ${most}, those that the pictures are in.`;
  return new UserError('INVALID_PARAM', message, { details: { param: 'ocrLanguages' } });
}

function unknownLanguage(given: string, folder: string): UserError {
  const code = given.length > LONGEST_CODE ? `${given.slice(0, LONGEST_CODE)} …` : given;
  const known = Object.keys(LANGUAGE_FILES).join(', ');
  return new UserError(
    'INVALID_PARAM',
    `There is no data for recognising text in "${code}": choose of ${known}, or put a file ${code}.traineddata of Tesseract into ${folder}.`,
    { details: { param: 'ocrLanguages' } },
  );
}

async function fetchLanguage(
  place: LanguagePlace,
  expected: LanguageFile,
  data: LanguageData,
  context: RecogniserContext,
) {
  const { folder, code, url } = place;
  // Under a name of its own: several threads may fetch the same language at a time.
  const path = join(folder, `${code}.${randomUUID()}.gz`);
  try {
    const errors = languageErrors(place);
    const sleep = data.sleep ?? sleepFor;
    const onProgress = progressOf(code, expected, context);
    await downloadFile({ url, errors, path, sleep, onProgress, maxBytes: expected.sizeBytes }, context.signal);
    const bytes = await readFile(path);
    if (createHash('sha256').update(bytes).digest('hex') !== expected.sha256) throw wrongLanguageData(place);
    const unpacked = await unpack(bytes, { maxOutputLength: LARGEST_BYTES });
    await writeFile(`${path}.tmp`, unpacked, { flush: true });
    await rename(`${path}.tmp`, join(folder, `${code}.traineddata`));
  } catch (error) {
    throw codeOf(error) === 'ENOSPC' ? languageErrors(place).diskFull(error) : error;
  } finally {
    context.onFetching?.(undefined);
    for (const rest of ['', '.part', '.part-etag', '.tmp']) await rm(`${path}${rest}`, { force: true });
  }
}

/**
 * Makes sure that the data of languages is on this machine; fetches what is missing, once, and checks it.
 * @param languages codes joined by "+"
 * @returns the codes
 * @throws UserError INVALID_PARAM for a language that there is not, and for more than 16; OperationalError MODEL_UNAVAILABLE, DISK_FULL; the signal's reason
 */
export async function ensureLanguages(
  data: LanguageData,
  languages: string,
  context: RecogniserContext,
): Promise<readonly string[]> {
  const codes = [...new Set(languages.split('+').map((code) => code.trim()))];
  if (codes.length > MOST_LANGUAGES) throw tooManyLanguages(codes.length, MOST_LANGUAGES);
  for (const code of codes) {
    if (!CODE.test(code)) throw unknownLanguage(code, data.folder);
    if (await isThere(join(data.folder, `${code}.traineddata`))) continue;
    const expected = LANGUAGE_FILES[code];
    if (expected === undefined) throw unknownLanguage(code, data.folder);
    const packageFile = `@tesseract.js-data/${code}@${LANGUAGE_VERSION}/${LANGUAGE_FOLDER}/${code}.traineddata.gz`;
    const url = new URL(packageFile, data.dataUrl ?? DATA_URL);
    await fetchLanguage({ code, url, folder: data.folder }, expected, data, context);
  }
  return codes;
}

export interface RecogniserOptions extends LanguageData {
  /** How long a picture may take; 60 s unless given. */
  readonly limitMs?: number;
}

export type ClosableRecogniser = TextRecogniser & AsyncDisposable;

/** A dense page of an old newspaper takes some 20 s on a slow machine. */
const LIMIT_MS = 60_000;

/** A0 at 200 dots an inch. More would need too much memory to unpack. */
const MOST_PIXELS = 64_000_000;
/** What begins a picture without compression that we drew ourselves (PGM). */
const PGM_MARK = 'P5';

/**
 * How a picture is to be turned, as EXIF says it (1: not at all).
 * @throws PictureUnreadable for what is no picture, or has more than 64 million pixels
 */
function orientationOf(picture: Uint8Array): number {
  if (Buffer.from(picture.subarray(0, PGM_MARK.length)).toString('latin1') === PGM_MARK) return 1;
  const { width, height, orientation } = measure(picture);
  if (width * height > MOST_PIXELS) {
    throw new PictureUnreadable(`it has ${width} × ${height} pixels, which is more than ${MOST_PIXELS / 1e6} million`);
  }
  return orientation ?? 1;
}

function measure(picture: Uint8Array) {
  try {
    return imageSize(picture);
  } catch (error) {
    throw new PictureUnreadable('it is damaged', error);
  }
}

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

  function ask(request: ToOcrWorker, signal: AbortSignal): Promise<RecognisedText> {
    signal.throwIfAborted();
    worker ??= new Worker(entryUrl('ocr-worker'), { name: 'ocr-worker', execArgv: [], workerData: { folder } });
    const answering = worker;
    const { promise, resolve, reject } = Promise.withResolvers<RecognisedText>();
    const stop = (reason: unknown): void => {
      reject(reason);
      void end();
    };
    const onAbort = (): void => stop(signal.reason);
    const onError = (cause: Error): void => stop(new PictureUnreadable('its recognition ended unexpectedly', cause));
    const onMessage = (answer: FromOcrWorker): void => {
      if ('text' in answer) resolve(answer);
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

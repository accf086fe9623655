import { createHash, randomUUID } from 'node:crypto';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import type { RecogniserContext } from '../core/text-recogniser.ts';
import { downloadFile } from '../http/download-file.ts';
import { type Sleep, sleepFor } from '../http/retries.ts';
import {
  type LanguagePlace,
  languageErrors,
  tooManyLanguages,
  unknownLanguage,
  wrongLanguageData,
} from './language-errors.ts';
import { LANGUAGE_FILES, LANGUAGE_FOLDER, LANGUAGE_VERSION, type LanguageFile } from './language-files.ts';

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

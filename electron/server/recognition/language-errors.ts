import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import type { DownloadErrors } from '../http/download-file.ts';
import { LANGUAGE_FILES } from './language-files.ts';

/** Longer ones are no codes, and are not repeated whole. */
const LONGEST_CODE = 40;

/** Where a language's data comes from and goes to, for messages. */
export interface LanguagePlace {
  readonly code: string;
  readonly url: URL;
  readonly folder: string;
}

function unavailable({ code, url, folder }: LanguagePlace, happened: string, cause?: unknown): OperationalError {
  const message = `The data for recognising text in "${code}" ${happened}: connect to the internet and try again, or fetch ${url.href} elsewhere, unpack it, and put ${code}.traineddata into ${folder}.`;
  return new OperationalError('MODEL_UNAVAILABLE', message, { details: { language: code }, cause });
}

export function languageErrors(place: LanguagePlace): DownloadErrors {
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
export function wrongLanguageData(place: LanguagePlace, cause?: unknown): OperationalError {
  return unavailable(place, `came from ${place.url.host} with another content than expected`, cause);
}

export function tooManyLanguages(count: number, most: number): UserError {
  const message = `Text is to be recognised in ${count} languages: choose at most ${most}, those that the pictures are in.`;
  return new UserError('INVALID_PARAM', message, { details: { param: 'ocrLanguages' } });
}

export function unknownLanguage(given: string, folder: string): UserError {
  const code = given.length > LONGEST_CODE ? `${given.slice(0, LONGEST_CODE)} …` : given;
  const known = Object.keys(LANGUAGE_FILES).join(', ');
  return new UserError(
    'INVALID_PARAM',
    `There is no data for recognising text in "${code}": choose of ${known}, or put a file ${code}.traineddata of Tesseract into ${folder}.`,
    { details: { param: 'ocrLanguages' } },
  );
}

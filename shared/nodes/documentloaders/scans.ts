import { t } from '../../texts/t.ts';
import { booleanParam, textParam } from '../params.ts';

/** Extensions of pictures whose text can be recognised, with the dot. */
export const pictureExtensions: readonly string[] = ['.png', '.jpg', '.jpeg', '.tif', '.tiff', '.webp', '.bmp'];

/** How their text is read, for docs/nodes.md. */
export const picturesRead =
  'With text recognition on: the words that are found in the picture, each page of a .tif as a page. One that takes over a minute is left out and told. Ten languages, each fetched once.';

/** Codes as Tesseract names languages, joined by "+". */
const LANGUAGES = /^\s*[a-z]{3}(?:_[a-z]+)*\s*(?:\+\s*[a-z]{3}(?:_[a-z]+)*\s*)*$/;

const ocrLanguages = textParam({
  title: 'Languages of scans',
  help: 'Codes of the languages on the pictures, the main one first, joined by +: eng, deu, fra, spa, ita, por, nld, pol, chi_sim (Chinese), jpn. The data of each, 1 to 3 MB, is fetched once.',
  default: 'eng',
  pattern: LANGUAGES,
  patternHelp: t('must be codes of languages such as eng or eng+deu'),
  placeholder: 'eng+deu',
  advanced: true,
});

/** For the loader of PDF files. */
export const pdfScanParams = {
  ocr: booleanParam({
    title: 'Recognise text in scans',
    help: 'Also reads pages that are only pictures, as scanners make them. Takes some seconds a page.',
    default: false,
  }),
  ocrLanguages,
};

/** For loaders that read pictures, too. */
export const scanParams = {
  ocr: booleanParam({
    title: 'Recognise text in scans',
    help: 'Also reads pages of PDF files that are only pictures, and picture files (.png .jpg .tif .webp .bmp). Takes some seconds a page.',
    default: false,
    advanced: true,
  }),
  ocrLanguages,
};

import type { RecognisedWord } from '../core/text-recogniser.ts';

/** Levels of the table: the whole picture, and a word. */
const [PICTURE, WORD] = ['1', '5'];
/** The number of columns; the text comes last. */
const COLUMNS = 12;

/**
 * The words of a recognised text with their places.
 * @param table Tesseract's, in pixels: its TSV format
 */
export function wordsOf(text: string, table: string): readonly RecognisedWord[] {
  const words: RecognisedWord[] = [];
  let [pictureWidth, pictureHeight] = [1, 1];
  let at = 0;
  for (const row of table.split('\n')) {
    const cells = row.split('\t', COLUMNS);
    const [left = 0, top = 0, width = 0, height = 0] = cells.slice(6, 10).map(Number);
    if (cells[0] === PICTURE) [pictureWidth, pictureHeight] = [width, height];
    const word = cells[COLUMNS - 1]?.trim() ?? '';
    const start = cells[0] === WORD && word !== '' ? text.indexOf(word, at) : -1;
    if (start === -1) continue;
    at = start + word.length;
    words.push({
      ...{ start, end: at, x: left / pictureWidth, y: top / pictureHeight },
      ...{ width: width / pictureWidth, height: height / pictureHeight },
    });
  }
  return words;
}

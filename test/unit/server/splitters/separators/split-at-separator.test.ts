import { describe, expect, test } from 'vitest';
import { splitAtSeparator } from '../../../../../electron/server/splitters/separators/split-at-separator.ts';
import { readSeparator } from '../../../../../shared/nodes/textsplitters/character-text-splitter.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { inPieces, splitText } from '../../../../helpers/builders/split-text.ts';

const name = 'characterTextSplitter';

async function textsOf(params: unknown, text: string): Promise<string[]> {
  return (await splitText(name, params, text)).map((chunk) => chunk.text);
}

describe('characterTextSplitter', () => {
  test('joins pieces up to the size, and repeats the last ones that fit the overlap', async () => {
    const text = 'one\n\ntwo\n\nthree\n\nfour';
    expect(await textsOf({ chunkSize: 10, chunkOverlap: 0 }, text)).toEqual(['one\n\ntwo', 'three', 'four']);
    expect(await textsOf({ chunkSize: 10, chunkOverlap: 4 }, text)).toEqual(['one\n\ntwo', 'two\n\nthree', 'four']);
  });

  test('keeps a piece whole that is longer than a chunk', async () => {
    const long = 'x'.repeat(50);
    expect(await textsOf({ chunkSize: 10, chunkOverlap: 0 }, `a\n\n${long}\n\nb`)).toEqual(['a', long, 'b']);
  });

  test.each([
    ['\\n', '\n'],
    ['\\n\\n', '\n\n'],
    ['\\t', '\t'],
    ['\\r\\n', '\r\n'],
    ['\\\\n', '\\n'],
    ['\\section', '\\section'],
    [' | ', ' | '],
    ['\n', '\n'],
  ])('reads the separator %j as %j', (typed, separator) => {
    expect(readSeparator(typed)).toBe(separator);
  });

  test('takes a separator as it is typed in a form', async () => {
    const sizes = { chunkSize: 5, chunkOverlap: 0 };
    expect(await textsOf({ ...sizes, separator: '\\n' }, 'a\nb\nc\nd')).toEqual(['a\nb\nc', 'd']);
    expect(await textsOf({ ...sizes, separator: '' }, 'a\n\nb\n\nc')).toEqual(['a\n\nb', 'c']);
  });

  test('says where a chunk lies even if it is no verbatim piece, since separators in a row became one', async () => {
    const text = ' \n\n\n\n first\n\n\n\nsecond\n\nthird ';
    const [first, second] = await splitText(name, { chunkSize: 20, chunkOverlap: 0 }, text);
    expect(first).toEqual({ text: 'first\n\nsecond', fromLine: 5, toLine: 9, start: 6, end: 21 });
    expect(text.slice(6, 21)).toBe('first\n\n\n\nsecond');
    expect(second).toEqual({ text: 'third', fromLine: 11, toLine: 11, start: 23, end: 28 });
  });

  test('cuts where no separator comes for a long time, but not within a character', async () => {
    const options = { separator: '|', chunkSize: 6, chunkOverlap: 0, lookAhead: 7, fillUnits: 1 };
    const text = `ab|${'x'.repeat(20)}|${'😀'.repeat(5)}|c`;
    const chunks = await collect(splitAtSeparator(text, options));
    expect(chunks.map((chunk) => chunk.text)).toEqual([
      'ab',
      'x'.repeat(7),
      'x'.repeat(7),
      'x'.repeat(6),
      '😀'.repeat(4),
      '😀|c',
    ]);
    expect(await collect(splitAtSeparator(inPieces(text, [1, 3]), options))).toEqual(chunks);
  });
});

import { describe, expect, test } from 'vitest';
import { wholeText } from '../../../../electron/server/splitters/whole-text.ts';
import { collect } from '../../../helpers/builders/collect.ts';

async function* repeat(piece: string, count: number): AsyncGenerator<string> {
  for (let done = 0; done < count; done += 1) yield piece;
}

describe('wholeText', () => {
  test('gives a document as one chunk, including its white space', async () => {
    expect(await collect(wholeText.split(repeat(' a line\n', 3)))).toEqual([
      { text: ' a line\n a line\n a line\n', fromLine: 1, toLine: 4, start: 0, end: 24 },
    ]);
  });

  test('gives no chunk for a blank document', async () => {
    expect(await collect(wholeText.split(' \n '))).toEqual([]);
  });

  test('refuses a text that is too long for a chunk, without reading the rest', async () => {
    const endless = repeat('x'.repeat(1024 * 1024), Number.POSITIVE_INFINITY);
    await expect(collect(wholeText.split(endless))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
});

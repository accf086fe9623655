import { describe, expect, test } from 'vitest';
import { openBpeTokenizer } from '../../../../../electron/server/splitters/tokens/bpe-tokenizer.ts';
import { splitByTokens } from '../../../../../electron/server/splitters/tokens/split-by-tokens.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { inPieces, splitText } from '../../../../helpers/builders/split-text.ts';

const gpt2 = await openBpeTokenizer('gpt2');
const name = 'tokenTextSplitter';

async function textsOf(params: unknown, text: string): Promise<string[]> {
  return (await splitText(name, params, text)).map((chunk) => chunk.text);
}

describe('tokenTextSplitter', () => {
  test('cuts every so many tokens, white space and all', async () => {
    const text = 'One two three four five';
    expect(await textsOf({ chunkSize: 2, chunkOverlap: 0 }, text)).toEqual(['One two', ' three four', ' five']);
    expect(await textsOf({ chunkSize: 3, chunkOverlap: 1 }, text)).toEqual(['One two three', ' three four five']);
  });

  test('counts as the chosen encoding does', async () => {
    const text = '日本語のテキスト';
    const counts = async (encodingName: string) =>
      (await textsOf({ encodingName, chunkSize: 4, chunkOverlap: 0 }, text)).length;
    expect(await counts('gpt2')).toBeGreaterThan(await counts('o200k_base'));
  });

  test('never parts a character, even one that is larger than a chunk', async () => {
    for (const chunkSize of [1, 2, 3, 5]) {
      for (let chunkOverlap = 0; chunkOverlap < chunkSize; chunkOverlap += 1) {
        const text = 'a👩‍👩‍👧b😀日本語 Ünï';
        const chunks = await splitText(name, { chunkSize, chunkOverlap }, text);
        let covered = 0;
        for (const chunk of chunks) {
          expect(chunk.text.isWellFormed()).toBe(true);
          expect(chunk.start).toBeLessThanOrEqual(covered);
          covered = chunk.end;
        }
        expect(covered).toBe(text.length);
      }
    }
  });

  test('takes the text of a special token for text', async () => {
    expect(await textsOf({}, 'before <|endoftext|> after')).toEqual(['before <|endoftext|> after']);
  });

  test('cuts a run without a safe place after so many characters, the same for any pieces', async () => {
    const text = `${'x'.repeat(100)} ${'y'.repeat(30)}\n${'😀'.repeat(40)}`;
    const options = { chunkSize: 7, chunkOverlap: 2, stretchUnits: 33, fillUnits: 1 };
    const chunks = await collect(splitByTokens(text, gpt2, options));
    for (const sizes of [[1], [7, 50], [33], [34]]) {
      expect(await collect(splitByTokens(inPieces(text, sizes), gpt2, options))).toEqual(chunks);
    }
    expect(chunks.at(-1)?.end).toBe(text.length);
  });
});

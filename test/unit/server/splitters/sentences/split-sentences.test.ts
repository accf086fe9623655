import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from '../../../../../electron/server/splitters/sentences/split-sentences.ts';
import type { TokenCounter } from '../../../../../electron/server/splitters/tokens/token-counter.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { inPieces } from '../../../../helpers/builders/split-text.ts';

/** A token a word. */
const words: TokenCounter = { count: (text) => text.split(/\s+/).filter((word) => word !== '').length, added: 0 };

async function split(text: string, maxTokens: number, overlapSentences = 0): Promise<string[]> {
  const chunks = await collect(splitSentences(text, words, { maxTokens, overlapSentences }));
  return chunks.map((chunk) => chunk.text);
}

describe('splitSentences', () => {
  const text = 'One two three. Four five. Six seven eight nine. Ten.';

  test('joins whole sentences while they fit', async () => {
    expect(await split(text, 5)).toEqual(['One two three. Four five.', 'Six seven eight nine. Ten.']);
    expect(await split(text, 100)).toEqual([text]);
  });

  test('repeats the last sentences of a chunk, as long as a new one fits behind them', async () => {
    expect(await split(text, 7, 1)).toEqual(['One two three. Four five.', 'Four five. Six seven eight nine. Ten.']);
    expect(await split(text, 5, 2)).toEqual(['One two three. Four five.', 'Six seven eight nine. Ten.']);
    expect(await split('Ab. Cd. Ef. Gh. Ij.', 3, 2)).toEqual(['Ab. Cd. Ef.', 'Cd. Ef. Gh.', 'Ef. Gh. Ij.']);
  });

  test('leaves room for the tokens that the model adds', async () => {
    const marked = { ...words, added: 2 };
    const chunks = await collect(splitSentences(text, marked, { maxTokens: 7, overlapSentences: 0 }));
    expect(chunks.map((chunk) => chunk.text)).toEqual(await split(text, 5));
  });

  test('cuts a sentence that is too long between words', async () => {
    const long = `${Array.from({ length: 12 }, (_, index) => `word${index}`).join(' ')}. End here.`;
    expect(await split(long, 5)).toEqual([
      'word0 word1 word2 word3',
      'word4 word5 word6 word7 word8',
      'word9 word10 word11. End here.',
    ]);
  });

  test('cuts a word that is too long between characters', async () => {
    const letters: TokenCounter = { count: (value) => value.length, added: 0 };
    const chunks = await collect(splitSentences('😀'.repeat(7), letters, { maxTokens: 5, overlapSentences: 0 }));
    expect(chunks.map((chunk) => chunk.text)).toEqual(['😀😀', '😀😀', '😀😀', '😀']);
  });

  test.each([
    [
      'Chinese between words',
      '研究人员正在观察北京大学图书馆里的读者',
      7,
      ['研究人员正在', '观察北京大学', '图书馆里的读者'],
    ],
    ['Chinese after a comma', '今天下雨了，我们在家里看书吧', 9, ['今天下雨了，', '我们在家里看书吧']],
    ['Thai between words', 'นักศึกษากำลังอ่านหนังสือ', 12, ['นักศึกษา', 'กำลังอ่าน', 'หนังสือ']],
    [
      'marks with their letters',
      'é'.normalize('NFD').repeat(5),
      5,
      ['éé', 'éé', 'é'].map((text) => text.normalize('NFD')),
    ],
  ])('cuts a long sentence without spaces: %s', async (_, sentence, maxTokens, chunks) => {
    const letters: TokenCounter = { count: (value) => value.length, added: 0 };
    const found = await collect(splitSentences(sentence, letters, { maxTokens, overlapSentences: 0 }));
    expect(found.map((chunk) => chunk.text)).toEqual(chunks);
  });

  test('keeps Chinese and Japanese items separate', async () => {
    const text = '概要。\n一、最初。\n（二）次。\n・点\n第三条 規則\n４．終わり';
    const counter: TokenCounter = { count: (value) => (value.includes('\n') ? 100 : 1), added: 0 };
    const found = await collect(splitSentences(text, counter, { maxTokens: 50, overlapSentences: 0 }));
    expect(found.map((chunk) => chunk.text)).toEqual(text.split('\n'));
    expect(found.map((chunk) => chunk.fromLine)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('keeps headings, items and rows separate', async () => {
    const markdown = '# A title\nText goes\non here. More.\n- item one\n- item two\n1. first\n\n| a | b |\n| c | d |';
    expect(await split(markdown, 3)).toEqual([
      '# A title',
      'Text goes\non',
      'here. More.',
      '- item one',
      '- item two',
      '1. first',
      '| a |',
      'b |',
      '| c |',
      'd |',
    ]);
  });

  test('says where chunks lie', async () => {
    const [first, second] = await collect(
      splitSentences('\n One\ntwo.\n\nThree.', words, { maxTokens: 2, overlapSentences: 0 }),
    );
    expect(first).toEqual({ text: 'One\ntwo.', fromLine: 2, toLine: 3, start: 2, end: 10 });
    expect(second).toEqual({ text: 'Three.', fromLine: 5, toLine: 5, start: 12, end: 18 });
  });

  test('counts a run of a script that the model does not know by its length', async () => {
    const blind: TokenCounter = { count: () => 1, added: 0 };
    const chunks = await collect(splitSentences('日'.repeat(1000), blind, { maxTokens: 8, overlapSentences: 0 }));
    expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(256);
    expect(chunks.length).toBeLessThan(8);
  });

  test('gives the same chunks for any pieces of very long paragraphs', async () => {
    const token = fc.oneof(
      fc.stringMatching(/^[a-z]{1,9}$/),
      fc.constantFrom(' ', ' ', '. ', '! ', '\n', '\n\n', '\n- ', '\n# ', '😀', '日本。', '   ', ' '.repeat(70)),
    );
    const texts = fc.array(token, { maxLength: 150, size: 'max' }).map((tokens) => tokens.join(''));
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, sizes, fc.integer({ min: 1, max: 9 }), async (value, pieces, maxTokens) => {
        const options = { maxTokens, overlapSentences: 1, paragraphUnits: 40, fillUnits: 1 };
        const chunks = await collect(splitSentences(value, words, options));
        expect(await collect(splitSentences(inPieces(value, pieces), words, options))).toEqual(chunks);
        let covered = 0;
        for (const chunk of chunks) {
          expect(value.slice(covered, chunk.start).trim()).toBe('');
          expect(value.slice(chunk.start, chunk.end)).toBe(chunk.text);
          expect(words.count(chunk.text)).toBeLessThanOrEqual(maxTokens);
          covered = chunk.end;
        }
        expect(value.slice(covered).trim()).toBe('');
      }),
      cases(100),
    );
  });
});

import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import { describe, expect, test } from 'vitest';
import { INSIDE_CHARACTER, openBpeTokenizer } from '../../../../../electron/server/splitters/tokens/bpe-tokenizer.ts';
import { endOfStretch, isSafeCut } from '../../../../../electron/server/splitters/tokens/split-by-tokens.ts';
import { cases } from '../../../../helpers/builders/cases.ts';

const rankFiles = {
  gpt2: () => import('js-tiktoken/ranks/gpt2'),
  r50k_base: () => import('js-tiktoken/ranks/r50k_base'),
  p50k_base: () => import('js-tiktoken/ranks/p50k_base'),
  p50k_edit: () => import('js-tiktoken/ranks/p50k_edit'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
} as const;
const encodings = ['gpt2', 'r50k_base', 'p50k_base', 'p50k_edit', 'cl100k_base', 'o200k_base'] as const;

const texts = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z]{1,14}$/) },
      {
        weight: 4,
        arbitrary: fc.constantFrom(' ', '  ', '\n', '\r\n', '\t', '.', ', ', "'s", "'LL", '!!', '/', '\u00a0'),
      },
      { weight: 2, arbitrary: fc.stringMatching(/^[0-9]{1,7}$/) },
      { weight: 2, arbitrary: fc.constantFrom('日本語', '😀👩‍👩‍👧', 'ÄÖÜß', 'é', 'नमस्ते', '<|endoftext|>') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
    ),
    { maxLength: 60, size: 'max' },
  )
  .map((tokens) => tokens.join(''));

describe.each(encodings)('the tokenizer %s', (name) => {
  test('finds the tokens of js-tiktoken in any text', async () => {
    const tokenizer = await openBpeTokenizer(name);
    const { default: ranks } = await rankFiles[name]();
    const original = new Tiktoken(ranks);
    fc.assert(
      fc.property(texts, (text) => {
        const ids = original.encode(text, [], []);
        const found = tokenizer.findTokens(text);
        expect(found).toHaveLength(ids.length);
        expect(tokenizer.countTokens(text)).toBe(ids.length);
        for (const [index, end] of found.entries()) {
          if (end !== INSIDE_CHARACTER)
            expect(original.decode(ids.slice(0, index + 1))).toBe(text.slice(0, end).toWellFormed());
        }
      }),
      cases(30),
    );
  });

  test('finds the same tokens in the stretches of a text as in the whole', async () => {
    const tokenizer = await openBpeTokenizer(name);
    const words = texts.map((text) => text.replace(/\S{12,}/gu, (run) => run.slice(0, 12).toWellFormed()));
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 80 }), (text, limit) => {
        const found: number[] = [];
        let isCut = false;
        for (let at = 0; at < text.length; ) {
          const end = endOfStretch(text, at, limit);
          isCut ||= end < text.length && !isSafeCut(text, end);
          for (const token of tokenizer.findTokens(text.slice(at, end))) {
            found.push(token === INSIDE_CHARACTER ? token : at + token);
          }
          at = end;
        }
        fc.pre(!isCut);
        expect(found).toEqual(tokenizer.findTokens(text));
      }),
      cases(30),
    );
  });
});

test('a long run of letters takes no more than its share', async () => {
  const tokenizer = await openBpeTokenizer('cl100k_base');
  expect(tokenizer.countTokens('ab'.repeat(50_000))).toBe(50_000);
  expect(tokenizer.countTokens('a'.repeat(100_000))).toBe(12_500);
});

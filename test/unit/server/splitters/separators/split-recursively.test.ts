import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextChunk } from '../../../../../electron/server/core/chunk.ts';
import type { TextInput } from '../../../../../electron/server/core/document.ts';
import {
  type RecursiveSplitOptions,
  splitRecursively,
} from '../../../../../electron/server/splitters/separators/split-recursively.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { inPieces } from '../../../../helpers/builders/split-text.ts';

const defaults = ['\n\n', '\n', ' ', ''];

async function split(input: TextInput, options: RecursiveSplitOptions): Promise<TextChunk[]> {
  // Text is taken in a unit or so at a time, so that every place is a border between what is known and what comes.
  return collect(splitRecursively(input, { fillUnits: 1, ...options }));
}

/** LangChain's chunks without the blank ones. */
async function oracle(text: string, options: RecursiveSplitOptions) {
  const splitter = new RecursiveCharacterTextSplitter({ ...options, separators: [...options.separators] });
  const documents = await splitter.createDocuments([text]);
  return documents
    .filter((document) => document.pageContent.trim() !== '')
    .map((document) => ({
      text: document.pageContent,
      fromLine: document.metadata.loc.lines.from as number,
      toLine: document.metadata.loc.lines.to as number,
    }));
}

const token = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,12}$/) },
  { weight: 6, arbitrary: fc.constant(' ') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\n',
      '\n\n',
      '\n\n\n',
      '  ',
      '\t',
      '\r\n',
      'ÄÖ',
      '日本語のテキスト',
      '\u00a0',
      'x<end>',
    ),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{20,90}$/) },
);
const randomText = fc.array(token, { minLength: 0, maxLength: 300, size: 'max' }).map((tokens) => tokens.join(''));
const limits = fc
  .integer({ min: 1, max: 120 })
  .chain((chunkSize) =>
    fc.record({ chunkSize: fc.constant(chunkSize), chunkOverlap: fc.integer({ min: 0, max: chunkSize - 1 }) }),
  );
const separatorLists = fc.oneof(
  { weight: 3, arbitrary: fc.constant(defaults) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(fc.constantFrom('\n\n', '\n', ' ', '', 'a', 'ab', 'aa', '. ', '.', '|', 'x<end>'), {
      minLength: 1,
      maxLength: 4,
    }),
  },
);
const pieceSizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });

/** Whether LangChain's own search for each chunk, from behind the place of the last one, must find the true place. */
function isFoundByLangChain(text: string, chunks: readonly TextChunk[]): boolean {
  let last = -1;
  return chunks.every((chunk) => {
    const at = text.indexOf(chunk.text, last + 1);
    last = at;
    return at !== -1 && at === text.indexOf(chunk.text) && at === text.lastIndexOf(chunk.text);
  });
}

describe('splitRecursively', () => {
  test('gives the same chunks as LangChain, for text in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(randomText, limits, separatorLists, pieceSizes, async (text, limit, separators, sizes) => {
        const options = { ...limit, separators };
        const expected = await oracle(text, options);
        const chunks = await split(inPieces(text, sizes), options);
        expect(chunks.map((chunk) => chunk.text)).toEqual(expected.map((chunk) => chunk.text));
        expect(await split(text, options)).toEqual(chunks);
        if (isFoundByLangChain(text, chunks)) expect(chunks).toMatchObject(expected);
        for (const chunk of chunks) expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
      }),
      cases(200),
    );
  });
});

describe('splitRecursively where it goes its own way', () => {
  const options = { chunkSize: 10, chunkOverlap: 3, separators: defaults };

  test('never parts a character of two units', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        limits,
        pieceSizes,
        async (text, limit, sizes) => {
          const characters = Array.from(text);
          const pieces = (async function* () {
            for (let at = 0, index = 0; at < characters.length; index += 1) {
              const size = sizes[index % sizes.length] ?? 1;
              yield characters.slice(at, at + size).join('');
              at += size;
            }
          })();
          const chunks = await split(pieces, { ...limit, separators: defaults });
          for (const chunk of chunks) {
            expect(chunk.text.isWellFormed()).toBe(true);
            expect(text).toContain(chunk.text);
          }
        },
      ),
    );
    expect((await split('😀'.repeat(12), options)).map((chunk) => chunk.text)).toEqual([
      '😀😀😀😀😀',
      '😀😀😀😀😀',
      '😀😀😀😀',
    ]);
  });

  test('says the true line of a text that occurs again and again', async () => {
    const text = `${'same words\n'.repeat(50)}\nlast`;
    const chunks = await split(text, { chunkSize: 11, chunkOverlap: 0, separators: defaults });
    expect(chunks.map((chunk) => chunk.fromLine)).toEqual([...Array.from({ length: 50 }, (_, index) => index + 1), 52]);
  });

  test('takes a separator for absent that does not occur within the look-ahead', async () => {
    const words = 'word '.repeat(100);
    const text = `${words}\n\nnew paragraph`;
    const near = await split(text, { ...options, chunkSize: 1000, lookAhead: 600 });
    const far = await split(text, { ...options, chunkSize: 1000, lookAhead: 100 });
    const whole = (await oracle(text, { ...options, chunkSize: 1000 })).map((chunk) => chunk.text);
    expect(near.map((chunk) => chunk.text)).toEqual(whole);
    expect(far.map((chunk) => chunk.text)).toEqual(whole);
    const withSmallChunks = await split(text, { ...options, lookAhead: 100 });
    expect(withSmallChunks.at(-1)?.text).toBe('paragraph');
    expect(withSmallChunks.every((chunk) => chunk.text.length <= 10)).toBe(true);
  });

  test('gives the same chunks for any pieces when stretches exceed the look-ahead', async () => {
    await fc.assert(
      fc.asyncProperty(randomText, separatorLists, pieceSizes, async (text, separators, sizes) => {
        const small = { chunkSize: 12, chunkOverlap: 4, separators, lookAhead: 40 };
        const chunks = await split(text, small);
        expect(await split(inPieces(text, sizes), small)).toEqual(chunks);
        if (separators.at(-1) === '') expect(chunks.every((chunk) => chunk.text.length <= 12)).toBe(true);
      }),
      cases(100),
    );
  });

  test('sees a long separator wherever its parts come apart', async () => {
    const text = 'ab cd<end>efgh ijkl<end>mnopqrstuv wx<end><end>yz and more<end>of it all';
    for (let chunkSize = 1; chunkSize <= 14; chunkSize += 1) {
      for (let lookAhead = 8; lookAhead <= 40; lookAhead += 1) {
        const small = { chunkSize, chunkOverlap: chunkSize >> 1, separators: ['<end>', ' ', ''], lookAhead };
        const whole = await split(text, small);
        for (const size of [1, 3]) expect(await split(inPieces(text, [size]), small)).toEqual(whole);
      }
    }
  });

  test('loses nothing but white space', async () => {
    await fc.assert(
      fc.asyncProperty(randomText, limits, async (text, { chunkSize }) => {
        const chunks = await split(text, { chunkSize, chunkOverlap: 0, separators: defaults, lookAhead: 60 });
        const bare = (value: string) => value.replace(/\s+/g, '');
        expect(bare(chunks.map((chunk) => chunk.text).join(''))).toBe(bare(text));
      }),
    );
  });

  test('reads no more than it needs, and lets go of the input when stopped', async () => {
    let taken = 0;
    let isReleased = false;
    const endless = (async function* () {
      try {
        for (;;) {
          taken += 1;
          yield `${'A sentence of some words. '.repeat(1000)}\n\n`;
        }
      } finally {
        isReleased = true;
      }
    })();
    let count = 0;
    for await (const chunk of splitRecursively(endless, { chunkSize: 500, chunkOverlap: 100, separators: defaults })) {
      count += 1;
      expect(chunk.text.length).toBeLessThanOrEqual(500);
      if (count === 20_000) break;
    }
    expect(isReleased).toBe(true);
    // 20,000 chunks that advance by 400 characters and more are some 10 million; a piece has 26,000.
    expect(taken).toBeLessThan(500);
  });
});

import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextChunk, TextInput } from '../../../../../electron/server/nodes/kinds.ts';
import {
  type RecursiveSplitOptions,
  splitRecursively,
} from '../../../../../electron/server/nodes/textsplitters/split-recursively.ts';
import { collect } from '../../../../helpers/collect.ts';

const defaults = ['\n\n', '\n', ' ', ''];

async function split(input: TextInput, options: RecursiveSplitOptions): Promise<TextChunk[]> {
  return collect(splitRecursively(input, options));
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

async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let at = 0;
  for (let index = 0; at < text.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield text.slice(at, at + size);
    at += size;
  }
}

const token = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,12}$/) },
  { weight: 6, arbitrary: fc.constant(' ') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\n', '\n\n', '\n\n\n', '  ', '\t', '\r\n', 'ÄÖ', '日本語のテキスト', '\u00a0'),
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
    arbitrary: fc.uniqueArray(fc.constantFrom('\n\n', '\n', ' ', '', 'a', 'ab', 'aa', '. ', '.', '|'), {
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
  test('gives the chunks of LangChain, whatever pieces the text comes in', async () => {
    await fc.assert(
      fc.asyncProperty(randomText, limits, separatorLists, pieceSizes, async (text, limit, separators, sizes) => {
        const options = { ...limit, separators };
        const expected = await oracle(text, options);
        const chunks = await split(inPieces(text, sizes), options);
        expect(chunks.map((chunk) => chunk.text)).toEqual(expected.map((chunk) => chunk.text));
        expect(await split(text, options)).toEqual(chunks);
        if (isFoundByLangChain(text, chunks)) expect(chunks).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });
});

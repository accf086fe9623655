import { describe, expect, test } from 'vitest';
import { openSplitter } from '../../../../../electron/server/nodes/open-loader.ts';
import { ELSEWHERE } from '../../../../helpers/builders/split-text.ts';
import { describeSplitterStreams } from '../../../../helpers/contracts/splitter-stream-contract.ts';

const MB = 1024 * 1024;

/** Twice what a splitter may hold: one that holds all of it shows. (test/long has 200 MB.) */
describeSplitterStreams(8);

describe('text without a place to cut', () => {
  async function* repeat(piece: string, times: number): AsyncGenerator<string> {
    for (let done = 0; done < times; done += 1) yield piece;
  }

  test.each([
    ['recursiveCharacterTextSplitter', {}],
    ['characterTextSplitter', {}],
    ['markdownTextSplitter', { splitByHeaders: 'h6' }],
    ['codeTextSplitter', { language: 'python' }],
  ])('is cut by %s all the same', async (name, params) => {
    const splitter = await openSplitter(name, params, ELSEWHERE);
    let units = 0;
    let longest = 0;
    for await (const { text } of splitter?.split(repeat('abcdefgh'.repeat(8192), 1024)) ?? []) {
      units += text.length;
      longest = Math.max(longest, text.length);
    }
    expect(units).toBeGreaterThanOrEqual(64 * MB);
    expect(longest).toBeLessThanOrEqual(16 * MB);
  });

  test.each([
    'recursiveCharacterTextSplitter',
    'characterTextSplitter',
    'markdownTextSplitter',
    'tokenTextSplitter',
    'sentenceTextSplitter',
    'htmlToMarkdownTextSplitter',
  ])('is passed over by %s if it is blank', async (name) => {
    const splitter = await openSplitter(name, {}, ELSEWHERE);
    const blank = repeat(`${' '.repeat(1000)}\n`, 2000);
    const chunks: string[] = [];
    for await (const { text } of splitter?.split(blank) ?? []) chunks.push(text);
    expect(chunks).toEqual([]);
  });
});

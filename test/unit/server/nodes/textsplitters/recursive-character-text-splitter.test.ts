import { describe, expect, test } from 'vitest';
import { openSplitter } from '../../../../../electron/server/nodes/open-loader.ts';
import { ELSEWHERE, splitText } from '../../../../helpers/builders/split-text.ts';

const text = 'One two three. Four five six. Seven eight nine.';

async function split(params: unknown): Promise<string[]> {
  return (await splitText('recursiveCharacterTextSplitter', params, text)).map((chunk) => chunk.text);
}

describe('recursiveCharacterTextSplitter', () => {
  test('takes the default size, and numbers written as text', async () => {
    expect(await split({})).toEqual([text]);
    expect(await split({ chunkSize: '16', chunkOverlap: '0' })).toEqual([
      'One two three.',
      'Four five six.',
      'Seven eight',
      'nine.',
    ]);
  });

  test('takes custom separators, and the default ones for an empty list', async () => {
    const sizes = { chunkSize: 20, chunkOverlap: 0 };
    expect(await split({ ...sizes, separators: '[". "]' })).toEqual([
      'One two three',
      '. Four five six',
      '. Seven eight nine.',
    ]);
    expect(await split({ ...sizes, separators: '[]' })).toEqual(await split(sizes));
  });

  test('is unknown under another name', async () => {
    expect(await openSplitter('noSuchSplitter', {}, ELSEWHERE)).toBeUndefined();
  });
});

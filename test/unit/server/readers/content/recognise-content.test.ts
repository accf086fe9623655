import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = async (name: string, content: string | Uint8Array) => readAny(await makeFile(name, content));

describe('a file whose name does not tell', () => {
  test.each([
    ['a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a.jpg', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['a.gif', 'GIF89a'],
    ['a.webp', 'RIFF'],
    ['a.exe', 'MZ'],
    ['a.bmp', Buffer.from('BM6\x00\x01', 'latin1')],
    ['a.xyz', Buffer.from('\x00\x01\x02\x03part', 'latin1')],
  ])('is no text if it is the beginning of something else: %s', async (name, content) => {
    await expect(read(name, content)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
  });

  test.each([
    ['a.exe', 'Words.'],
    ['a.xyz', 'Words.'],
    ['a.dat', 'Words, a few.'],
    ['a.png', 'Not found.'],
    ['noname', `Words.\x00${'x'.repeat(40)}`],
  ])('is a text if it is one: %s', async (name, content) => {
    expect((await read(name, content)).documents[0]?.text).toBe(content.replace('\x00', ''));
  });
});

import { describe, expect, test } from 'vitest';
import { fileLoader } from '../../../../../electron/server/nodes/documentloaders/file-loader.ts';
import { fileLoader as definition } from '../../../../../shared/nodes/documentloaders/file-loader.ts';
import { makeDocx, makePdf } from '../../../../helpers/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/source-files.ts';

const makeFile = sourceFileMaker();

async function textsOf(name: string, content: string | Uint8Array, usage = 'perPage', pointerName = '') {
  const params = definition.params.parse({ usage, pointerName });
  const { documents } = await readDocuments(fileLoader, params, await makeFile(name, content));
  return documents.map((document) => document.text);
}

describe('fileLoader', () => {
  test('picks the reader by the extension, in any case', async () => {
    expect(await textsOf('a.PDF', await makePdf(['one', 'two']))).toEqual(['one', 'two']);
    expect(await textsOf('a.docx', await makeDocx(['one', 'two']))).toEqual(['one\n\ntwo']);
    expect(await textsOf('a.csv', 'a,b\n1,2\n3,4\n')).toEqual(['a: 1\nb: 2', 'a: 3\nb: 4']);
    expect(await textsOf('a.md', '# one\n')).toEqual(['# one\n']);
  });

  test('hands on how to part a paged file', async () => {
    expect(await textsOf('a.pdf', await makePdf(['one', 'two']), 'perFile')).toEqual(['one\n\ntwo']);
  });

  test('reads JSON whole, or what is under a pointer', async () => {
    expect(await textsOf('a.json', '{"a": "one", "b": "two"}')).toEqual(['one', 'two']);
    expect(await textsOf('a.json', '{"a": "one", "b": "two"}', 'perPage', 'b')).toEqual(['two']);
    expect(await textsOf('a.jsonl', '{"a": "one", "b": 2}\n{"a": "three"}\n')).toEqual(['a: one\nb: 2', 'a: three']);
    expect(await textsOf('a.ndjson', '{"a": "one", "b": 2}\n', 'perPage', '/a')).toEqual(['one']);
  });

  test('refuses content that is not what the extension says', async () => {
    const pdf = await makePdf(['text']);
    await expect(textsOf('a.txt', pdf)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(textsOf('a.csv', pdf)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(textsOf('a.docx', pdf)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(textsOf('a.pdf', 'text')).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
  });

  test('reads a file of an unknown extension as text, if it is', async () => {
    expect(await textsOf('README', 'read me')).toEqual(['read me']);
    expect(await textsOf('a.conf', 'key = value')).toEqual(['key = value']);
    await expect(textsOf('a.bin', await makePdf(['text']))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining('a PDF document'),
    });
  });
});

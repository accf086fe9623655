import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { jsonlinesFile } from '../../../../../electron/server/nodes/documentloaders/jsonlines-file.ts';
import { jsonlinesFile as definition } from '../../../../../shared/nodes/documentloaders/jsonlines-file.ts';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(content: string | Uint8Array, params: Record<string, unknown> = {}, name = 'records.jsonl') {
  const file = await makeFile(name, content);
  return (await readDocuments(jsonlinesFile, definition.params.parse({ pointerName: 'text', ...params }), file))
    .documents;
}

describe('jsonlinesFile', () => {
  test.each(['text', '/text'])('gives the value at %s of each line, with the line number', async (pointerName) => {
    const lines = '{"id": 1, "text": "one"}\n\n{"text": "two\\nlines"}\r\n  \n{"text": "three"}';
    expect(await read(lines, { pointerName })).toEqual([
      { text: 'one', metadata: { line: 1 } },
      { text: 'two\nlines', metadata: { line: 3 } },
      { text: 'three', metadata: { line: 5 } },
    ]);
  });

  test('follows a pointer into objects and lists', async () => {
    const lines = '{"a/b": [{"c": "one"}, {"c": "two"}], "c": "not this"}\n{"a/b": []}\n';
    expect(await read(lines, { pointerName: '/a~1b/1/c' })).toEqual([{ text: 'two', metadata: { line: 1 } }]);
  });

  test('gives objects, lists, numbers and whole lines as readable text', async () => {
    const lines =
      '{"text": {"name": "Ada", "born": {"year": 1815}}}\n{"text": ["a", "b"]}\n{"text": 12345678901234567890}\n';
    const texts = async (pointerName: string) => (await read(lines, { pointerName })).map(({ text }) => text);
    expect(await texts('text')).toEqual(['name: Ada\nborn.year: 1815', 'a, b', '12345678901234567890']);
    expect(await texts('/')).toEqual([
      'text.name: Ada\ntext.born.year: 1815',
      'text: a, b',
      'text: 12345678901234567890',
    ]);
  });

  test('takes the last value of a key that occurs twice, as other readers do', async () => {
    expect(await read('{"text": "one", "text": "two"}')).toEqual([{ text: 'two', metadata: { line: 1 } }]);
  });

  test('passes over lines without the value, and names the keys if no line has it', async () => {
    const lines = '{"title": "a", "n": 1}\n{"text": ""}\n{"body": "b"}\n';
    expect(await read(`${lines}{"text": "here"}\n`)).toEqual([{ text: 'here', metadata: { line: 4 } }]);
    await expect(read(lines)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message:
        '"records.jsonl" has no line with text under "text": choose among its keys "title", "n", "text", "body".',
      details: { param: 'pointerName', keys: ['title', 'n', 'text', 'body'] },
    });
  });

  test('takes metadata out of each line by pointers', async () => {
    const lines = '{"text": "one", "at": {"page": 3}}\n{"at": {"page": "4"}, "text": "two"}\n';
    const documents = await read(lines, { metadata: { page: '/at/page', team: 'sales' } });
    expect(documents.map(({ metadata }) => metadata)).toEqual([
      { page: 3, line: 1 },
      { page: '4', line: 2 },
    ]);
  });

  test('leaves out lines that are no JSON, and tells them', async () => {
    const lines = '{"text": "one"}\n{"text": "two",}\r\n\nwords\n{"text": "three", "x": NaN}\n{"text": "cut o';
    const file = await makeFile('a.jsonl', lines);
    const params = definition.params.parse({ pointerName: 'text' });
    const { signal } = new AbortController();
    const { documents, notes, failedParts } = await readDocuments(jsonlinesFile, params, file, signal, true);
    expect(documents.map(({ text, metadata }) => [metadata.line, text])).toEqual([
      [1, 'one'],
      [5, 'three'],
    ]);
    expect(failedParts).toEqual([expect.stringMatching(/lines 2 \(at column 16 .*\), 4 \(.*\), 6 \(.*ends before/)]);
    expect(notes).toEqual([expect.stringContaining('NaN in line 5')]);
  });

  test.each([
    ['\n{"text": "two",}\n', 'line 2 .*column 16'],
    ['{"text": "cut o', 'line 1 .*ends before'],
    ['{"text": "one"} {"text": "two"}', 'line 1 .*column 17'],
    ['{\n  "text": "one"\n}\n', 'line 1 .*ends before'],
    ['words\n', 'line 1 '],
  ])('names the bad line of %j', async (content, place) => {
    await expect(read(content, {}, 'my records 🦆.ndjson')).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      status: 400,
      message: expect.stringMatching(new RegExp(`^"my records 🦆.ndjson".*${place}`)),
    });
  });

  test('reads UTF-16, a byte order mark and old encodings', async () => {
    const lines = '{"text": "Köln"}\n{"text": "Düsseldorf und Nürnberg"}\n';
    const wanted = ['Köln', 'Düsseldorf und Nürnberg'];
    const encodings = [
      Buffer.from(`\ufeff${lines}`),
      Buffer.from(`\ufeff${lines}`, 'utf16le'),
      iconv.encode(lines, 'windows-1252'),
    ];
    for (const content of encodings) expect((await read(content)).map(({ text }) => text)).toEqual(wanted);
  });

  test('refuses another kind of file, an empty one and one without text', async () => {
    await expect(read(await makePdf(['text']))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE', status: 415 });
    await expect(read('')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await expect(read('\n \n')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(read('1\n2\n')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });

  test('wants a pointer', () => {
    expect(() => definition.params.parse({})).toThrow('is required');
  });
});

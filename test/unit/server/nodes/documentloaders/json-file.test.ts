import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { jsonFile } from '../../../../../electron/server/nodes/documentloaders/json-file.ts';
import { jsonFile as definition } from '../../../../../shared/nodes/documentloaders/json-file.ts';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(content: unknown, params: Record<string, unknown> = {}, name = 'data.json') {
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  const file = await makeFile(name, isRaw ? content : JSON.stringify(content));
  return (await readDocuments(jsonFile, definition.params.parse(params), file)).documents;
}

const textsOf = async (...call: Parameters<typeof read>) => (await read(...call)).map(({ text }) => text);

const peopleJson = `[
  {"id": 7, "name": "Ada", "born": {"town": "London", "year": 1815}, "tags": ["maths", "engines"], "note": null},
  {"id": 12345678901234567890, "name": "Emmy", "alive": false,
   "talks": [{"at": "Erlangen", "on": 1908}, {"at": "Bologna"}]}
]`;

describe('jsonFile', () => {
  test('gives every text at any depth, in order, with its pointer', async () => {
    expect(await read(peopleJson)).toEqual([
      { text: 'Ada', metadata: { pointer: '/0/name' } },
      { text: 'London', metadata: { pointer: '/0/born/town' } },
      { text: 'maths', metadata: { pointer: '/0/tags/0' } },
      { text: 'engines', metadata: { pointer: '/0/tags/1' } },
      { text: 'Emmy', metadata: { pointer: '/1/name' } },
      { text: 'Erlangen', metadata: { pointer: '/1/talks/0/at' } },
      { text: 'Bologna', metadata: { pointer: '/1/talks/1/at' } },
    ]);
  });

  test('writes pointers of names with slashes and tildes', async () => {
    expect(await read({ 'a/b': { 'c~d': 'x', '': 'y' } })).toEqual([
      { text: 'x', metadata: { pointer: '/a~1b/c~0d' } },
      { text: 'y', metadata: { pointer: '/a~1b/' } },
    ]);
  });

  test('takes a single text', async () => {
    expect(await read('"only this"')).toEqual([{ text: 'only this', metadata: { pointer: '' } }]);
  });

  test.each([
    ['name', ['Ada', 'Emmy']],
    ['/name', ['Ada', 'Emmy']],
    ['at, tags', ['maths', 'engines', 'Erlangen', 'Bologna']],
    ['/born/town', ['London']],
    ['/talks/1', ['Bologna']],
    ['talks', ['Erlangen', 'Bologna']],
  ])('takes only what is under %s, at any depth', async (pointersName, texts) => {
    expect(await textsOf(peopleJson, { pointersName })).toEqual(texts);
  });

  test('names the existing keys if the pointers match nothing', async () => {
    await expect(read(peopleJson, { pointersName: 'title' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('"name", "born", "town"'),
    });
  });

  test('gives one document an object, as "name: value" lines', async () => {
    expect(await read(peopleJson, { separateByObject: true })).toEqual([
      {
        text: 'id: 7\nname: Ada\nborn.town: London\nborn.year: 1815\ntags: maths, engines',
        metadata: { pointer: '/0' },
      },
      {
        text: 'id: 12345678901234567890\nname: Emmy\nalive: false\ntalks.0.at: Erlangen\ntalks.0.on: 1908\ntalks.1.at: Bologna',
        metadata: { pointer: '/1' },
      },
    ]);
  });

  test('gives lists within lists line by line, and what is no object as itself', async () => {
    const list = ['plain', 5, { grid: [[1, 2], [3]], after: [true, { a: 'b' }, 'c'] }, [], {}, ['x', 'y']];
    expect(await textsOf(list, { separateByObject: true })).toEqual([
      'plain',
      '5',
      'grid.0: 1, 2\ngrid.1: 3\nafter: true\nafter.1.a: b\nafter: c',
      'x, y',
    ]);
  });

  test('gives one document of an object at the top, or one a value of the lists that the pointers name', async () => {
    const answer = { total: 2, data: { items: [{ a: 'one' }, { a: 'two' }] } };
    expect(await textsOf(answer, { separateByObject: true })).toEqual([
      'total: 2\ndata.items.0.a: one\ndata.items.1.a: two',
    ]);
    expect(await read(answer, { separateByObject: true, pointersName: '/data/items' })).toEqual([
      { text: 'a: one', metadata: { pointer: '/data/items/0' } },
      { text: 'a: two', metadata: { pointer: '/data/items/1' } },
    ]);
    expect(await textsOf(answer, { separateByObject: true, pointersName: 'data, total' })).toEqual([
      '2',
      'items.0.a: one\nitems.1.a: two',
    ]);
  });

  test.each([true, false])(
    'takes metadata out of the record by pointers (separate by object: %s)',
    async (separateByObject) => {
      const content =
        '[{"text": "Hello", "source": "a", "n": 5}, {"source": {"x": 1}, "text": "Hi", "n": 12345678901234567890}]';
      const documents = await read(content, {
        separateByObject,
        pointersName: 'text',
        metadata: { page: '/source', n: '/n', team: 'x' },
      });
      expect(documents.map(({ metadata }) => metadata)).toEqual([
        { pointer: separateByObject ? '/0' : '/0/text', page: 'a', n: 5 },
        { pointer: separateByObject ? '/1' : '/1/text', n: '12345678901234567890' },
      ]);
    },
  );

  test('streams a long object', async () => {
    const object = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [`key ${index}`, 'value '.repeat(10)]),
    );
    const [document, ...others] = await read({ object, last: 'end' }, { separateByObject: true });
    expect(others).toEqual([]);
    const lines = document?.text.split('\n') ?? [];
    expect(lines).toHaveLength(60_001);
    expect(lines[59_999]).toBe(`object.key 59999: ${'value '.repeat(10)}`);
    expect(lines[60_000]).toBe('last: end');
  });

  test.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['Windows-1252', (text: string) => iconv.encode(text, 'windows-1252')],
  ])('reads %s, under a name with spaces and an emoji', async (_, encode) => {
    const content = encode('{"ort": "Die Straße nach Köln führt über Düsseldorf, sagt die Müllerin"}');
    expect(await textsOf(content, {}, 'meine Daten 🦆.json')).toEqual([
      'Die Straße nach Köln führt über Düsseldorf, sagt die Müllerin',
    ]);
  });

  test('reads Shift-JIS', async () => {
    const text =
      '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。';
    expect(await textsOf(iconv.encode(JSON.stringify([text]), 'shift_jis'))).toEqual([text]);
  });

  test.each([
    ['{"a": "x",\n "b": }', 'line 2, column 7'],
    ['{"a": "x",\n "b": "cut off', 'line 2, column 15'],
    ['{"a": "x",\n', 'ends before its JSON is complete'],
    ['not JSON at all', 'line 1, column 1'],
    ['<html></html>', 'line 1, column 1'],
  ])('names the place where %j goes wrong', async (content, place) => {
    await expect(read(content, {}, 'bad file.json')).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      status: 400,
      message: expect.stringMatching(new RegExp(`^"bad file.json".*${place}`)),
    });
  });

  test('reads words that JSON has not as words, and tells their places', async () => {
    const file = await makeFile('a.json', '[{"a": NaN,\n "b": "x"}, {"a": -Infinity, "b": undefined}]');
    const params = { separateByObject: true, metadata: { at: '/a' } };
    const { documents, notes } = await readDocuments(jsonFile, definition.params.parse(params), file);
    expect(documents.map(({ text, metadata }) => [text, metadata.at])).toEqual([
      ['a: NaN\nb: x', 'NaN'],
      ['a: -Infinity\nb: undefined', '-Infinity'],
    ]);
    expect(notes).toEqual([
      expect.stringContaining('NaN at line 1, column 8; -Infinity at line 2, column 19; undefined at'),
    ]);
  });

  test('refuses another kind of file, an empty one and one without text', async () => {
    await expect(read(await makePdf(['text']))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE', status: 415 });
    await expect(read('')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await expect(read(' \n')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(read([1, null, ' '])).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(read([], { separateByObject: true })).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });
});

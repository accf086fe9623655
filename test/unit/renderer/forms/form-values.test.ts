import { describe, expect, test } from 'vitest';
import { overrideSwitches } from '../../../../renderer/editor/override-switches.ts';
import { readStoredFiles, writeStoredFiles } from '../../../../renderer/forms/file-field.tsx';
import {
  fieldProblem,
  isMissing,
  isOn,
  isShown,
  numberOf,
  textOf,
  unitOf,
} from '../../../../renderer/forms/form-values.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { definitionOf } from '../../../helpers/builders/flow-content.ts';

function infoOf(node: string, param: string) {
  const schema = definitionOf(node).params.shape[param];
  if (schema === undefined) throw new Error(`No ${param}`);
  return paramInfo(schema);
}

describe('values of a form', () => {
  test.each([
    ['', '1000'],
    [undefined, '1000'],
    [null, '1000'],
    [0, '0'],
    ['12', '12'],
    ['much', 'much'],
  ])('chunk size %j shows %j', (value, text) => {
    expect(textOf(value, infoOf('recursiveCharacterTextSplitter', 'chunkSize'))).toBe(text);
  });

  test('JSON values', () => {
    const info = infoOf('pdfFile', 'metadata');
    expect(textOf({ a: 1 }, info)).toBe('{\n  "a": 1\n}');
    expect(textOf('', info)).toBe('');
    expect(textOf('{"a', info)).toBe('{"a');
  });

  test.each([
    ['500', 500],
    [' 500 ', 500],
    ['-1', -1],
    ['1.', '1.'],
    ['1e3', '1e3'],
    ['', ''],
    ['ten', 'ten'],
  ])('a number field takes %j as %j', (text, value) => expect(numberOf(text)).toBe(value));

  test.each([
    [true, true],
    ['true', true],
    ['false', false],
    ['', false],
    [undefined, false],
  ])('a switch with %j is %j', (value, on) =>
    expect(isOn(value, infoOf('openAIEmbeddings', 'stripNewLines'))).toBe(on),
  );

  test('what must have a value is missing until it has one', () => {
    expect(isMissing('', infoOf('plainText', 'text'))).toBe(true);
    expect(isMissing('A note', infoOf('plainText', 'text'))).toBe(false);
    expect(isMissing('', infoOf('plainText', 'omitMetadataKeys'))).toBe(false);
    expect(isMissing('', infoOf('unstructuredFileLoader', 'unstructuredAPIUrl'))).toBe(false);
  });

  test.each([
    ['filePath', {}, true],
    ['filePath', { databaseType: '' }, true],
    ['filePath', { databaseType: 'mysql' }, false],
    ['host', {}, false],
    ['host', { databaseType: 'mysql' }, true],
    ['query', {}, true],
  ])('%s of a database with %j is shown: %j', (param, inputs, shown) => {
    const definition = definitionOf('sqlDatabase');
    expect(isShown(definition, infoOf('sqlDatabase', param).when, inputs)).toBe(shown);
  });

  test.each([
    ['60000', 'ms (1 min)'],
    ['90000', 'ms (1.5 min)'],
    ['2500', 'ms (2.5 s)'],
    ['500', 'ms'],
    ['soon', 'ms'],
    ['', 'ms'],
  ])('a time of %j has the unit %s', (text, unit) =>
    expect(unitOf(infoOf('openAIEmbeddings', 'timeout'), text)).toBe(unit),
  );

  test('a problem at its field does not repeat its name', () => {
    expect(fieldProblem('Chunk size must be a number', 'Chunk size')).toBe('Must be a number');
    expect(fieldProblem(undefined, 'Chunk size')).toBeUndefined();
  });
});

describe('files that a flow keeps', () => {
  const one = 'data:text/plain;base64,aGk=,filename:a b,c.txt';
  const two = 'data:text/plain;base64,aGk=,filename:two.txt';
  test.each([
    ['', []],
    [undefined, []],
    [one, ['a b,c.txt']],
    [JSON.stringify([one, two]), ['a b,c.txt', 'two.txt']],
    ['FILE-STORAGE::["x.pdf","y.pdf"]', ['x.pdf', 'y.pdf']],
    ['FILE-STORAGE::x.pdf', ['x.pdf']],
  ])('%j', (value, names) => expect(readStoredFiles(value).map((file) => file.name)).toEqual(names));

  test.each([one, JSON.stringify([one, two]), 'FILE-STORAGE::["x.pdf","y.pdf"]', ''])(
    '%j is written as it was read',
    (value) => {
      expect(writeStoredFiles(readStoredFiles(value))).toBe(value);
    },
  );
});

describe('what calls may override', () => {
  test('a loader: uploads under their public name, params, chunks in the answer', () => {
    expect(overrideSwitches(definitionOf('pdfFile')).map((item) => item.name)).toEqual([
      'files',
      'usage',
      'ocr',
      'ocrLanguages',
      'metadata',
      'omitMetadataKeys',
      'addMetadata',
      'returnSourceDocuments',
    ]);
  });

  test('never a secret', () => {
    expect(overrideSwitches(definitionOf('openAIEmbeddings')).map((item) => item.name)).not.toContain('openAIApiKey');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeDocument, type MetadataRules } from '../../../../electron/server/workers/chunk-metadata.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';

const rules: MetadataRules = { additional: {}, omitKeys: '', sourceIdKey: 'source' };
const own = { loc: { pageNumber: 3 }, pdf: { totalPages: 9, info: { Title: 'A', Author: 'B' } }, source: 'blob' };

function metadataOf(changes: Partial<MetadataRules>, ownMetadata: Record<string, unknown> = own): unknown {
  return JSON.parse(describeDocument(ownMetadata, 'a.pdf', { ...rules, ...changes }).at(5, 7));
}

describe('describeDocument', () => {
  test('joins what the loader found, the file name and the lines', () => {
    expect(metadataOf({})).toEqual({ ...own, source: 'a.pdf', loc: { pageNumber: 3, lines: { from: 5, to: 7 } } });
  });

  test('puts additional metadata over it, nested objects whole', () => {
    const additional = { team: 'sales', pdf: { kept: true }, loc: 'here' };
    expect(metadataOf({ additional })).toEqual({ team: 'sales', pdf: { kept: true }, loc: 'here', source: 'a.pdf' });
  });

  test.each([
    ['pdf', { source: 'a.pdf', loc: { pageNumber: 3, lines: { from: 5, to: 7 } } }],
    ['pdf, loc', { source: 'a.pdf' }],
    ['pdf,loc.lines', { source: 'a.pdf', loc: { pageNumber: 3 } }],
    ['pdf,loc.lines.to', { source: 'a.pdf', loc: { pageNumber: 3, lines: { from: 5 } } }],
    ['pdf.info.Title, loc, none.such, source.x', { source: 'a.pdf', pdf: { totalPages: 9, info: { Author: 'B' } } }],
  ])('leaves out %j', (omitKeys, expected) => {
    expect(metadataOf({ omitKeys })).toEqual(expected);
  });

  test('leaves out a key that has a dot itself', () => {
    expect(metadataOf({ omitKeys: 'a.b, loc' }, { 'a.b': 1, c: 2 })).toEqual({ c: 2, source: 'a.pdf' });
  });

  test('leaves out additional keys too, and with * all others', () => {
    expect(metadataOf({ omitKeys: 'loc,pdf,team', additional: { team: 1, x: 2 } })).toEqual({ source: 'a.pdf', x: 2 });
    expect(metadataOf({ omitKeys: '*', additional: { team: 1 } })).toEqual({ team: 1 });
  });

  test('writes canonical JSON for any metadata', () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue());
    const line = fc.nat();
    fc.assert(
      fc.property(record, record, line, line, (loaded, additional, from, to) => {
        const written = describeDocument(loaded, 'a.txt', { ...rules, additional: { ...additional, source: 'x' } });
        const text = written.at(from, to);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test('takes the source from its key, even if that is left out', () => {
    const source = (changes: Partial<MetadataRules>) => describeDocument(own, 'a.pdf', { ...rules, ...changes }).source;
    expect(source({})).toBe('a.pdf');
    expect(source({ omitKeys: '*' })).toBe('a.pdf');
    expect(source({ sourceIdKey: 'id', additional: { id: 12 } })).toBe('12');
    expect(source({ sourceIdKey: 'id', additional: { id: { b: 1, a: 2 } } })).toBe('{"a":2,"b":1}');
  });

  test.each([{}, { url: null }, { url: '' }])('refuses a source id key that has no value: %j', (additional) => {
    expect(() => describeDocument(own, 'a.pdf', { ...rules, additional, sourceIdKey: 'url' })).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAM', message: expect.stringContaining('"url"') }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeDocument, type MetadataRules } from '../../../../../electron/server/pipeline/load/chunk-metadata.ts';
import { canonicalJson } from '../../../../../shared/json/canonical-json.ts';

const rules: MetadataRules = { additional: {}, omitKeys: '', sourceIdKey: 'source' };
const own = { loc: { pageNumber: 3 }, pdf: { totalPages: 9, info: { Title: 'A', Author: 'B' } }, source: 'blob' };

const place = { fromLine: 5, toLine: 7, start: 40, end: 90 };

function metadataOf(changes: Partial<MetadataRules>, ownMetadata: Record<string, unknown> = own): unknown {
  return JSON.parse(describeDocument(ownMetadata, 'a.pdf', { ...rules, ...changes }).of(place));
}

describe('describeDocument', () => {
  test("combines the loader's metadata, the file name and the lines", () => {
    expect(metadataOf({})).toEqual({
      ...own,
      source: 'a.pdf',
      loc: { pageNumber: 3, lines: { from: 5, to: 7 }, offset: { from: 40, to: 90 } },
    });
  });

  test('overrides it with additional metadata, replacing nested objects completely', () => {
    const additional = { team: 'sales', pdf: { kept: true }, loc: 'here' };
    expect(metadataOf({ additional })).toEqual({ team: 'sales', pdf: { kept: true }, loc: 'here', source: 'a.pdf' });
  });

  test.each([
    ['pdf', { source: 'a.pdf', loc: { pageNumber: 3, lines: { from: 5, to: 7 }, offset: { from: 40, to: 90 } } }],
    ['pdf, loc', { source: 'a.pdf' }],
    ['pdf,loc.offset', { source: 'a.pdf', loc: { pageNumber: 3, lines: { from: 5, to: 7 } } }],
    ['pdf,loc.lines', { source: 'a.pdf', loc: { pageNumber: 3, offset: { from: 40, to: 90 } } }],
    ['pdf,loc.lines, loc.offset', { source: 'a.pdf', loc: { pageNumber: 3 } }],
    ['pdf,loc.offset,loc.lines.to', { source: 'a.pdf', loc: { pageNumber: 3, lines: { from: 5 } } }],
    ['pdf.info.Title, loc, none.such, source.x', { source: 'a.pdf', pdf: { totalPages: 9, info: { Author: 'B' } } }],
  ])('leaves out %j', (omitKeys, expected) => {
    expect(metadataOf({ omitKeys })).toEqual(expected);
  });

  test('leaves out a key that has a dot itself', () => {
    expect(metadataOf({ omitKeys: 'a.b, loc' }, { 'a.b': 1, c: 2 })).toEqual({ c: 2, source: 'a.pdf' });
  });

  test.each(['', ' ', 'loc,'])(
    'leaves nothing out where nothing is named, not even a key without letters: %j',
    (omitKeys) => {
      expect(metadataOf({ omitKeys, additional: { '': 2 } }, { a: { '': 1 } })).toMatchObject({ '': 2, a: { '': 1 } });
    },
  );

  test('leaves out additional keys too, and with * all others', () => {
    expect(metadataOf({ omitKeys: 'loc,pdf,team', additional: { team: 1, x: 2 } })).toEqual({ source: 'a.pdf', x: 2 });
    expect(metadataOf({ omitKeys: '*', additional: { team: 1 } })).toEqual({ team: 1 });
  });

  test('writes canonical JSON for any metadata', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('loc', 'lines', 'offset', 'zone'));
    const record = fc.dictionary(name, fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.jsonValue())));
    const omitted = fc.constantFrom('', 'loc', 'loc.lines', 'loc.offset', 'loc.offset.to', 'zone,loc.zone', '*');
    const places = fc.array(fc.record({ fromLine: fc.nat(), toLine: fc.nat(), start: fc.nat(), end: fc.nat() }));
    fc.assert(
      fc.property(record, record, record, omitted, places, (loaded, ofChunk, additional, omitKeys, list) => {
        const all = { ...rules, omitKeys, additional: { ...additional, source: 'x' } };
        const written = describeDocument(loaded, 'a.txt', all);
        for (const [index, at] of list.entries()) {
          const text = written.of(index % 3 === 0 ? at : { ...at, metadata: ofChunk });
          const alone = describeDocument(index % 3 === 0 ? loaded : { ...loaded, ...ofChunk }, 'a.txt', all);
          expect(canonicalJson(JSON.parse(text))).toBe(text);
          if (index % 3 === 0 || ofChunk.loc === undefined) expect(alone.of(at)).toBe(text);
          const loc = JSON.parse(text).loc;
          if (omitKeys === '' && additional.loc === undefined) {
            expect(loc).toMatchObject({
              lines: { from: at.fromLine, to: at.toLine },
              offset: { from: at.start, to: at.end },
            });
          }
        }
      }),
    );
  });

  test('puts what the splitter says of a chunk over what the loader found, below the additional metadata', () => {
    const described = describeDocument({ ...own, headers: 'none', team: 1 }, 'a.pdf', {
      ...rules,
      omitKeys: 'pdf, loc',
      additional: { team: 2 },
    });
    const under = (metadata: Record<string, unknown>) => JSON.parse(described.of({ ...place, metadata }));
    expect(under({ headers: ['A'], team: 3, source: 'b' })).toEqual({ headers: ['A'], team: 2, source: 'a.pdf' });
    expect(under({ headers: ['B'] })).toEqual({ headers: ['B'], team: 2, source: 'a.pdf' });
    expect(JSON.parse(described.of(place))).toEqual({ headers: 'none', team: 2, source: 'a.pdf' });
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

describe('what of the metadata is no position', () => {
  const factsOf = (
    ownMetadata: Record<string, unknown>,
    position: readonly string[],
    changes: Partial<MetadataRules> = {},
  ) => JSON.parse(describeDocument(ownMetadata, 'a.pdf', { ...rules, ...changes }, position).factsOf(place));

  test('has neither lines and offset nor what the loader marks', () => {
    expect(factsOf({ line: 4, word: 'ash' }, ['line'])).toEqual({ word: 'ash', source: 'a.pdf' });
    expect(factsOf({ loc: { pageNumber: 3 } }, ['loc'])).toEqual({ source: 'a.pdf' });
  });

  test('has what is not marked, and what the user adds under the same name', () => {
    expect(factsOf({ line: 4, loc: { city: 'Bonn' } }, [])).toEqual({
      line: 4,
      loc: { city: 'Bonn' },
      source: 'a.pdf',
    });
    const additional = { line: 'mine', loc: 'here' };
    expect(factsOf({ line: 4 }, ['line'], { additional })).toEqual({ line: 'mine', loc: 'here', source: 'a.pdf' });
  });

  test('leaves out the omitted keys', () => {
    expect(factsOf({ line: 4, word: 'ash' }, ['line'], { omitKeys: 'word' })).toEqual({ source: 'a.pdf' });
  });

  test("has the splitter's metadata of each chunk", () => {
    const written = describeDocument({}, 'a.md', rules);
    for (const heading of ['One', 'Two']) {
      expect(JSON.parse(written.factsOf({ ...place, metadata: { heading } }))).toEqual({ heading, source: 'a.md' });
    }
  });
});

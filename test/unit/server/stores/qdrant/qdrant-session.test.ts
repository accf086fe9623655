import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MetadataFilter } from '../../../../../electron/server/core/vector-store.ts';
import { metadataMatcher } from '../../../../../electron/server/stores/memory/match-metadata.ts';
import {
  bothFilters,
  qdrantPath,
  toQdrantFilter,
} from '../../../../../electron/server/stores/qdrant/qdrant-session.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { fitsFilter } from '../../../../helpers/fakes/fake-qdrant-filter.ts';

const key = fc.constantFrom('a', 'b', 'a.b', 'c d', 'ü', "it's");
const scalar = fc.oneof(
  fc.constantFrom('', 'x', '1', 'null', '\u0000null'),
  fc.constantFrom(0, 1, -1, 1.5, 2 ** 60, 1e300),
  fc.boolean(),
);
const metadata = fc.dictionary(
  key,
  fc.oneof(scalar, fc.constant(null), fc.dictionary(key, fc.oneof(scalar, fc.constant(null)), { maxKeys: 3 })),
);
const filter = fc.dictionary(key, fc.oneof(scalar, fc.constant(null), fc.array(scalar, { maxLength: 4 })), {
  maxKeys: 3,
});

describe('a metadata filter in words of Qdrant', () => {
  test('finds the same chunks as the embedded store', () => {
    fc.assert(
      fc.property(metadata, filter, (facts, wanted) => {
        const expected = metadataMatcher(wanted)?.(facts) ?? true;
        const asked = toQdrantFilter(wanted, 'metadata');
        const found = asked !== 'nothing' && fitsFilter({ ...asked }, { payload: { metadata: facts } });
        expect(found).toBe(expected);
      }),
      cases(200),
    );
  });

  test.each<[string, MetadataFilter, unknown]>([
    ['a text', { source: 'a.pdf' }, [{ key: 'metadata.source', match: { any: ['a.pdf'] } }]],
    [
      'a path',
      { 'loc.lines.from': 2 },
      [
        { key: 'metadata.loc.lines.from', match: { any: [2] } },
        { key: 'metadata."loc.lines.from"', match: { any: [2] } },
      ],
    ],
    ['null', { gone: null }, [{ is_null: { key: 'metadata.gone' } }]],
    ['a fraction', { size: 0.5 }, [{ key: 'metadata.size', range: { gte: 0.5, lte: 0.5 } }]],
  ])('%s', (_name, wanted, should) => {
    expect(toQdrantFilter(wanted, 'metadata')).toEqual({ must: [{ should }] });
  });

  test('a key with a quotation mark cannot be written, which is said', () => {
    expect(() => toQdrantFilter({ 'a"b': 1 }, 'metadata')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  test('a payload key of another name', () => {
    expect(qdrantPath(['my meta', 'source'])).toBe('"my meta".source');
  });

  test('goes with the filter of the node', () => {
    const own = { must_not: [{ key: 'metadata.draft', match: { value: true } }] };
    expect(bothFilters({}, undefined)).toBeUndefined();
    expect(bothFilters(own, undefined)).toEqual(own);
    expect(bothFilters(own, { must: [] })).toEqual({ must: [own, { must: [] }] });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MetadataFilter } from '../../../../../electron/server/core/vector-store.ts';
import {
  bothWheres,
  fromChromaMetadata,
  readWhere,
  toChromaMetadata,
  toWhere,
} from '../../../../../electron/server/stores/chroma/chroma-metadata.ts';

describe('metadata in Chroma', () => {
  test('are restored unchanged, while only flat values are stored', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 1 }), (metadata, chunkNo) => {
        const wanted: unknown = JSON.parse(JSON.stringify(metadata));
        const stored = toChromaMetadata(metadata, chunkNo);
        for (const [key, value] of Object.entries(stored)) {
          expect(key).not.toMatch(/^($|#|\$|chroma:)/);
          expect(['string', 'number', 'boolean']).toContain(typeof value);
        }
        const back = fromChromaMetadata(JSON.parse(JSON.stringify(stored)));
        expect(back.chunkNo).toBe(chunkNo);
        expect(JSON.parse(JSON.stringify(back.metadata))).toEqual(wanted);
      }),
    );
  });

  test('come back with a key that objects have for themselves', () => {
    const metadata = JSON.parse('{"__proto__": "a", "source": "b"}');
    expect(JSON.stringify(fromChromaMetadata(toChromaMetadata(metadata, 1)).metadata)).toBe(JSON.stringify(metadata));
  });

  test('nested keys are stored with dots, and names that are taken under others', () => {
    const metadata = { loc: { lines: { from: 1 } }, tags: ['a'], gone: null, $set: 'x', tributary_metadata: 'mine' };
    expect(toChromaMetadata(metadata, 3)).toEqual({
      'loc.lines.from': 1,
      gone: '\u0000null',
      'tributary:$set': 'x',
      'tributary:tributary_metadata': 'mine',
      tributary_metadata: JSON.stringify(metadata),
      tributary_chunk_no: 3,
    });
  });

  test('of another program come back as they lie there', () => {
    expect(fromChromaMetadata({ source: 'a.txt', page: 2 })).toEqual({
      metadata: { source: 'a.txt', page: 2 },
      chunkNo: 0,
    });
    expect(fromChromaMetadata(null)).toEqual({ metadata: {}, chunkNo: 0 });
  });
});

describe('a metadata filter in words of Chroma', () => {
  test.each<[string, MetadataFilter, unknown]>([
    ['nothing', {}, undefined],
    ['a text', { team: 'red' }, { team: { $in: ['red'] } }],
    ['null', { team: null }, { team: { $in: ['\u0000null'] } }],
    [
      'each type by itself, as Chroma wants it',
      { size: [1, '1', 1.5, 2, true] },
      {
        $or: [{ size: { $in: [1, 2] } }, { size: { $in: ['1'] } }, { size: { $in: [1.5] } }, { size: { $in: [true] } }],
      },
    ],
    ['several keys', { a: 1, b: 'x' }, { $and: [{ a: { $in: [1] } }, { b: { $in: ['x'] } }] }],
    ['an empty list', { a: 1, b: [] }, 'nothing'],
    ['a number that is stored nowhere', { a: 2 ** 60 }, 'nothing'],
    ['a name that is taken', { tributary_metadata: '{}' }, { 'tributary:tributary_metadata': { $in: ['{}'] } }],
  ])('%s', (_name, filter, where) => {
    expect(toWhere(filter)).toEqual(where);
  });

  test('goes with the filter of the node, whose keys may stand side by side', () => {
    expect(readWhere({})).toBeUndefined();
    expect(readWhere({ a: 1 })).toEqual({ a: 1 });
    expect(readWhere({ a: 1, b: { $gt: 2 } })).toEqual({ $and: [{ a: 1 }, { b: { $gt: 2 } }] });
    expect(bothWheres(undefined, undefined)).toBeUndefined();
    expect(bothWheres({ a: 1 }, { b: 2 })).toEqual({ $and: [{ a: 1 }, { b: 2 }] });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';

/** The same value with the properties of every object set in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, item]) => [name, reversed(item)]));
}

describe('canonicalJson', () => {
  test('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('does not hang on the order of properties', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test('gives different text for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const isSame = JSON.stringify(a) === JSON.stringify(b);
        if (!isSame && canonicalJson(a) === canonicalJson(b)) expect(JSON.parse(canonicalJson(a))).toEqual(b);
      }),
    );
  });

  test('sorts by code unit, at every depth, without white space', () => {
    expect(canonicalJson({ b: [{ z: 1, a: null }], B: 'x', ä: true, a: { d: 1, c: 2 } })).toBe(
      '{"B":"x","a":{"c":2,"d":1},"b":[{"a":null,"z":1}],"ä":true}',
    );
  });

  test('treats values that JSON cannot express like JSON.stringify', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, Number.NaN] })).toBe('{"b":[null,null]}');
    expect(canonicalJson(undefined)).toBe('null');
  });
});

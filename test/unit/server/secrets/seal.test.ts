import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from '../../../../electron/server/secrets/seal.ts';

const key = randomBytes(32);

test('any text comes back whole, and only with its key and for what it belongs to', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, about) => {
      const sealed = seal(text, key, about);
      expect(unseal(sealed, key, about)).toBe(text);
      expect(unseal(sealed, randomBytes(32), about)).toBeUndefined();
      expect(unseal(sealed, key, `${about}x`)).toBeUndefined();
    }),
  );
});

test('the same text is never sealed to the same bytes, and is not in them', () => {
  const one = seal('a text of some length', key, 'id');
  expect(one.equals(seal('a text of some length', key, 'id'))).toBe(false);
  expect(one.includes('a text of some length')).toBe(false);
});

test('a changed bit, wherever it is, is noticed', () => {
  const sealed = seal('secret', key, 'id');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(unseal(changed, key, 'id')).toBeUndefined();
  }
});

test('what is cut off or empty is no secret', () => {
  const sealed = seal('secret', key, 'id');
  for (let length = 0; length < sealed.length; length += 1) {
    expect(unseal(sealed.subarray(0, length), key, 'id')).toBeUndefined();
  }
});

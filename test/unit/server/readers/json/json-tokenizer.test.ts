import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonSyntaxError, JsonTokenizer } from '../../../../../electron/server/readers/json/json-tokenizer.ts';
import { cases } from '../../../../helpers/builders/cases.ts';

/** Builds the value of a JSON text that comes in pieces. */
function parseInPieces(pieces: readonly string[]): unknown {
  const root: unknown[] = [];
  const stack: (unknown[] | Record<string, unknown>)[] = [root];
  let key = '';
  const add = (value: unknown): void => {
    const parent = stack.at(-1);
    if (Array.isArray(parent)) parent.push(value);
    else Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
  };
  const tokenizer = new JsonTokenizer({
    open(isList) {
      const value = isList ? [] : {};
      add(value);
      stack.push(value);
    },
    close: () => stack.pop(),
    key(name) {
      key = name;
    },
    string: add,
    literal: (text) => add(JSON.parse(text)),
  });
  for (const piece of pieces) tokenizer.write(piece);
  tokenizer.end();
  return root[0];
}

/** Cuts a text at these shares of its length. */
function cut(text: string, shares: readonly number[]): string[] {
  const places = [0, ...shares.map((share) => Math.floor(share * text.length)).toSorted((a, b) => a - b), text.length];
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

function failureOf(text: string): JsonSyntaxError {
  try {
    parseInPieces(cut(text, [0.3, 0.6]));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error('It was taken');
}

describe('JsonTokenizer', () => {
  test('reads what JSON.parse reads, wherever the text is cut', () => {
    const values = fc.jsonValue({ depthSize: 'large' });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 3 }), shares, (value, indent, places) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(parseInPieces(cut(text, places))).toEqual(JSON.parse(text));
      }),
      cases(150),
    );
  });

  test('refuses what JSON.parse refuses, and nothing else', () => {
    const character = fc.constantFrom(...'{}[],:"\\ \n\t0123.-+eEtruefalsn/u\u0001ä');
    const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), character), { maxLength: 3 });
    fc.assert(
      fc.property(fc.jsonValue(), edits, shares, (value, list, places) => {
        let text = JSON.stringify(value);
        for (const [share, letter] of list) {
          const at = Math.floor(share * text.length);
          text = text.slice(0, at) + letter + text.slice(at + 1);
        }
        let wanted: { value: unknown } | undefined;
        try {
          wanted = { value: JSON.parse(text) };
        } catch {
          wanted = undefined;
        }
        if (wanted === undefined) expect(() => parseInPieces(cut(text, places))).toThrow(JsonSyntaxError);
        else expect(parseInPieces(cut(text, places))).toEqual(wanted.value);
      }),
      cases(200),
    );
  });

  test.each([
    ['{"a": 1,\n "b" 2}', 2, 6, 'a colon'],
    ['{"a": 1\n "b": 2}', 2, 2, 'a comma or a closing bracket'],
    ['[1, 2,\n]', 2, 1, 'a value'],
    ['{"a": 1,}', 1, 9, 'a name in double quotes'],
    ["{'a': 1}", 1, 2, 'a name in double quotes'],
    ['[1}', 1, 3, 'a comma or a closing bracket'],
    ['[NaN]', 1, 2, 'a value'],
    ['[01]', 1, 2, 'a value'],
    ['{"a": 1}\n{"a": 2}', 2, 1, 'one value a line'],
    ['[1, 2', 1, 6, 'it ends before'],
    ['{"a": "never closed', 1, 20, 'it ends before'],
    ['["a\nb"]', 1, 2, 'line break'],
    ['', 1, 1, 'it ends before'],
  ])('names line and column of the mistake in %j', (text, line, column, reason) => {
    const failure = failureOf(text);
    expect(failure).toMatchObject({ line, column });
    expect(failure.message).toContain(reason);
  });

  test('refuses nesting without end, and takes much of it', () => {
    expect(() => parseInPieces(['['.repeat(9_999), ']'.repeat(9_999)])).not.toThrow();
    expect(() => parseInPieces(['['.repeat(10_001)])).toThrow('levels deep');
  });

  test('reads a long string in many pieces without looking through it again each time', () => {
    const long = 'x'.repeat(1_000_000);
    const pieces = ['["', ...Array.from({ length: 20 }, () => long), '\\', '"', 'end"]'];
    expect(parseInPieces(pieces)).toEqual([`${long.repeat(20)}"end`]);
  });

  test('refuses a string that would fill the memory', () => {
    const long = 'x'.repeat(4 * 1024 * 1024);
    expect(() => parseInPieces(['["', ...Array.from({ length: 9 }, () => long)])).toThrow(RangeError);
  });
});

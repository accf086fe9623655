import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiffPiece, diffWords } from '../../../../../renderer/ui/difference/changed-text.tsx';

function shown(before: string, after: string): string {
  const signs = { same: ['', ''], removed: ['[-', ']'], added: ['[+', ']'] } as const;
  return diffWords(before, after)
    .map(({ kind, text }) => signs[kind].join(text))
    .join('');
}

function side(pieces: readonly DiffPiece[], other: DiffPiece['kind']): string {
  return pieces
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('');
}

describe('the difference of two texts', () => {
  test.each([
    ['Books are kept for three weeks.', 'Books are kept for four weeks.', 'Books are kept for [-three][+four] weeks.'],
    ['a b c', 'a b c', 'a b c'],
    ['', 'new', '[+new]'],
    ['gone', '', '[-gone]'],
    ['the red fox', 'the big blue fox', 'the [-red][+big blue] fox'],
    ['open on Monday', 'open on Monday and Friday', 'open on Monday[+ and Friday]'],
  ])('%j to %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  test('always has both texts in it', () => {
    const text = fc.array(fc.constantFrom('a', 'bee', ' ', '  ', ',', '7', '\n', 'ä')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffWords(before, after);
        expect(side(pieces, 'added')).toBe(before);
        expect(side(pieces, 'removed')).toBe(after);
      }),
    );
  });

  test('of long texts without anything in common is one in place of the other', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `a${index}`).join(' ');
    const after = Array.from({ length: 3000 }, (_, index) => `b${index}`).join(' ');
    expect(diffWords(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { joinTextItems, type PdfTextItem } from '../../../../../electron/server/readers/pdf/pdf-text.ts';

/** A piece of text 10 units high, so far above the foot of the page. */
function item(str: string, y: number, hasEOL = false): PdfTextItem {
  return { str, transform: [10, 0, 0, 10, 50, y], width: 5 * str.length, height: 10, hasEOL, dir: 'ltr' };
}

describe('joinTextItems', () => {
  test('joins the items of a line as they are spaced', () => {
    expect(joinTextItems([item('Hello', 700), item(' ', 700), item('world', 700)]).text).toBe('Hello world');
  });

  test('parts lines, and paragraphs by a wider step', () => {
    const items = [item('one ', 700, true), item('two', 688, true), item('new paragraph', 664, true)];
    expect(joinTextItems(items).text).toBe('one\ntwo\n\nnew paragraph');
  });

  test('starts a paragraph with the next column', () => {
    expect(joinTextItems([item('foot of the left', 100, true), item('head of the right', 700)]).text).toBe(
      'foot of the left\n\nhead of the right',
    );
  });

  test('leaves out empty lines, and takes raised figures for part of their line', () => {
    const items = [item('text', 700), item('2', 704, true), item('', 690, true), item('next', 688)];
    expect(joinTextItems(items).text).toBe('text2\nnext');
    expect(joinTextItems([]).text).toBe('');
  });
});

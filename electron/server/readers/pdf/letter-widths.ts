/** Widths of letters in thousandths of the font's size, as in Helvetica: close enough to find a word within a line. */
const NARROW = "ijl'|.,:;!It/\\()[]{}f- r";
const WIDE = 'mwMW@%';
const NARROW_WIDTH = 280;
const WIDE_WIDTH = 860;
const CAPITAL_WIDTH = 680;
const USUAL_WIDTH = 550;

function widthOf(letter: string): number {
  if (NARROW.includes(letter)) return NARROW_WIDTH;
  if (WIDE.includes(letter)) return WIDE_WIDTH;
  return /[A-Z]/.test(letter) ? CAPITAL_WIDTH : USUAL_WIDTH;
}

/** How wide the first `end` letters of a text are about, in thousandths of the font's size. */
export function widthUpTo(text: string, end: number): number {
  let width = 0;
  for (let at = 0; at < end; at += 1) width += widthOf(text.charAt(at));
  return width;
}

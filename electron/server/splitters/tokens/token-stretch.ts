import { isInsideCharacter } from '../separators/boundaries.ts';

/**
 * A text is encoded in stretches of this many UTF-16 units at most. They end where every encoding ends a piece, so that the tokens are
 * those of the whole text; only a run without such a place (64 Ki letters in a row, say) is cut in between.
 */
export const STRETCH_UNITS = 64 * 1024;

/** Where the stretch that starts at `start` ends. Needs `limit` units behind the start and one more, or the whole text. */
export function endOfStretch(text: string, start: number, limit: number = STRETCH_UNITS): number {
  if (text.length - start <= limit) return text.length;
  for (let at = start + limit; at > start; at--) {
    if (isSafeCut(text, at)) return at;
  }
  const end = start + limit;
  return isInsideCharacter(text, end) ? end + 1 : end;
}

const WHITE_SPACE = /\s/;
const LETTER = /\p{L}/u;
/** After a letter, an apostrophe may start an ending ("'s") that belongs to the word's piece. */
const ENDS_WORD = /[\s\p{P}](?<!')/u;

/**
 * Whether a piece of any encoding must end here, whatever stands around: behind a letter and before white space or punctuation, or
 * before a space that has no white space in front of it. (True of the patterns of r50k, p50k, cl100k and o200k.)
 */
function isSafeCut(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (after === ' ') return !WHITE_SPACE.test(before);
  return LETTER.test(before) && ENDS_WORD.test(after);
}

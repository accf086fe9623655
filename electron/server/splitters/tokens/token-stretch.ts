import { isInsideCharacter } from '../separators/boundaries.ts';

/**
 * A text is encoded in parts of at most this many UTF-16 units. They end where every encoding ends a piece, so the tokens are those of the whole
 * text; only a run without such a position (64 Ki letters in a row, for example) is cut inside.
 */
export const STRETCH_UNITS = 64 * 1024;

/** Where the part that starts at `start` ends. Needs `limit` units after the start and one more, or the whole text. */
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
/** After a letter, an apostrophe may start a suffix ("'s") that belongs to the word's piece. */
const ENDS_WORD = /[\s\p{P}](?<!')/u;

/**
 * Whether a piece of any encoding must end here, in any context: after a letter and before white space or punctuation, or before a space that has no
 * white space before it. (True for the patterns of r50k, p50k, cl100k and o200k.)
 */
export function isSafeCut(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (after === ' ') return !WHITE_SPACE.test(before);
  return LETTER.test(before) && ENDS_WORD.test(after);
}

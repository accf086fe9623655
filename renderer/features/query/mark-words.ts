import { isFillerWord } from '../../../shared/text/filler-words.ts';

export interface TextPiece {
  readonly text: string;
  readonly marked: boolean;
}

function fold(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Cuts common English endings, so that "watering" is marked for "water"; both sides go through it. Words under 4 letters stay. */
export function stem(word: string): string {
  const folded = fold(word);
  for (const ending of ['ing', 'ies', 'es', 'ed', 's', 'y']) {
    if (folded.length - ending.length >= 3 && folded.endsWith(ending)) return folded.slice(0, -ending.length);
  }
  return folded;
}

function wordsOf(query: string): ReadonlySet<string> {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  const meaningful = words.filter((word) => !isFillerWord(fold(word)));
  return new Set((meaningful.length > 0 ? meaningful : words).map(stem));
}

/** Cuts a text into pieces, with the words of the query marked. The pieces joined are the text. */
export function markWords(text: string, query: string): readonly TextPiece[] {
  const wanted = wordsOf(query);
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!wanted.has(stem(match[0]))) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), marked: false });
    pieces.push({ text: match[0], marked: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

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

/** The words of a query that are looked for, as they were typed, by their stems. */
function wordsOf(query: string): ReadonlyMap<string, string> {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const meaningful = words.filter((word) => !isFillerWord(fold(word)));
  return new Map((meaningful.length > 0 ? meaningful : words).map((word) => [stem(word), word]));
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

/** The words of the query that stand in a text, as they were typed, each once. */
export function markedWords(text: string, query: string): readonly string[] {
  const wanted = new Map(wordsOf(query));
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (wanted.size === 0) break;
    const key = stem(word);
    const typed = wanted.get(key);
    if (typed === undefined) continue;
    wanted.delete(key);
    found.add(typed);
  }
  return [...wordsOf(query).values()].filter((word) => found.has(word));
}

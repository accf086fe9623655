import type { TextRange } from './join-lines.ts';
import { markWords, stem } from './mark-words.ts';

/** How far before the first word that fits an excerpt may begin, to begin with a sentence or a line. */
const MAX_LEAD_CHARACTERS = 160;

interface Mark {
  readonly at: number;
  readonly word: string;
}

function marksOf(text: string, query: string): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  for (const piece of markWords(text, query)) {
    if (piece.marked) marks.push({ at, word: stem(piece.text) });
    at += piece.text.length;
  }
  return marks;
}

/** The mark from which the most different words of the question follow within the length; the first of equals. */
function bestMark(marks: readonly Mark[], length: number): Mark | undefined {
  const reach = length - MAX_LEAD_CHARACTERS;
  const inside = new Map<string, number>();
  let best: Mark | undefined;
  let most = 0;
  let end = 0;
  for (const mark of marks) {
    for (let next = marks[end]; next !== undefined && next.at < mark.at + reach; next = marks[end]) {
      inside.set(next.word, (inside.get(next.word) ?? 0) + 1);
      end += 1;
    }
    if (inside.size > most) {
      best = mark;
      most = inside.size;
    }
    const left = (inside.get(mark.word) ?? 0) - 1;
    if (left > 0) inside.set(mark.word, left);
    else inside.delete(mark.word);
  }
  return best;
}

/** Where the line, the sentence or at least the word around a place begins. */
function startBefore(text: string, at: number): number {
  const lead = text.slice(Math.max(0, at - MAX_LEAD_CHARACTERS), at);
  if (lead.length === at) return 0;
  const starts = [...lead.matchAll(/\n\s*|[.!?]\s+/g)];
  const start = starts.at(-1) ?? lead.matchAll(/\s+/g).next().value;
  return start === undefined ? at : at - lead.length + start.index + start[0].length;
}

/** The part of a long text, of the given length in characters or a little more, that says most about the question. */
export function findExcerpt(text: string, query: string, length: number): TextRange {
  if (text.length <= length) return { from: 0, to: text.length };
  const mark = bestMark(marksOf(text, query), length);
  const wanted = mark === undefined ? 0 : startBefore(text, mark.at);
  const from = Math.min(wanted, startBefore(text, text.length - length));
  // What little would be left behind the end is shown too.
  if (from + length + MAX_LEAD_CHARACTERS >= text.length) return { from, to: text.length };
  const end = text.slice(0, from + length).search(/\s+\S*$/);
  return { from, to: end <= from ? from + length : end };
}

/** A stretch of a text, in UTF-16 units; `to` is the first unit behind it. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Where a passage is in a text. */
export interface FoundPassage {
  /** In order; more than one where the text has more than the passage: a header in the middle of it, say. */
  readonly ranges: readonly TextRange[];
  /** Which share of the passage's letters was found, 0 to 1. */
  readonly share: number;
  /** Whether all of it was found, and what the text has between is whole lines. */
  readonly isWhole: boolean;
}

/** What whoever cleans a text may change without changing what it says: blanks, and hyphens at the ends of lines. */
const LOOSE = /[\s\u00ad\u2010\u2011-]/;
/** A hyphen before a number that says that it is below zero. */
const MINUS = /(?<![\p{L}\p{N}])-(?=\d)/uy;
/** What may stand in the middle of a passage: a header, say. */
const WHOLE_LINES = /^[^\S\n]*\n[\s\S]*\n[^\S\n]*$/;
/** Letters that say where a longer passage is: so many in a row are rarely the same by chance. */
const SEED_LETTERS = 16;
const MOST_SEEDS = 64;
/** Letters of the text that the passage may lack between two of its own: a header and a footer, and some. */
const LONGEST_GAP = 4000;
/** Letters of the passage that the text may lack. */
const LONGEST_INSERT = 200;
/** After a difference, so many equal letters in a row are the same place again. */
const RESYNC_LETTERS = 12;
/** Shorter stretches of equal letters are chance. */
const SHORTEST_RUN = 3;

/** A text reduced to the letters that count. */
interface Letters {
  readonly text: string;
  /** By letter: its place in the whole text. */
  readonly places: Int32Array;
}

function isMinus(text: string, at: number): boolean {
  MINUS.lastIndex = at;
  return MINUS.test(text);
}

function lettersOf(text: string): Letters {
  const places = new Int32Array(text.length * 3);
  const parts: string[] = [];
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (LOOSE.test(unit) && (unit !== '-' || !isMinus(text, at))) continue;
    // Ligatures and other forms of letters as the letters that they are.
    const plain = unit > '\u007f' ? unit.normalize('NFKC').slice(0, 3) : unit;
    parts.push(plain);
    for (let index = 0; index < plain.length; index += 1) places[count++] = at;
  }
  return { text: parts.join(''), places: places.subarray(0, count) };
}

/** The first letter at or behind a place. */
function letterAt({ places }: Letters, place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where `part` is in the text nearest to `near`; -1 if nowhere. */
function nearest(text: string, part: string, near: number): number {
  const after = text.indexOf(part, near);
  const before = near > 0 ? text.lastIndexOf(part, near) : -1;
  if (after === -1 || before === -1) return Math.max(after, before);
  return near - before <= after - near ? before : after;
}

interface Run {
  /** Letters of the text. */
  readonly from: number;
  readonly to: number;
}

function rangesOf(runs: readonly Run[], { places }: Letters): TextRange[] {
  return runs.map(({ from, to }) => ({ from: places[from] ?? 0, to: (places[to - 1] ?? 0) + 1 }));
}

interface Anchor {
  readonly inPassage: number;
  readonly inText: number;
}

/** A place that many parts of the passage agree on. */
function findAnchor(text: string, passage: string, near: number): Anchor | undefined {
  const length = Math.min(SEED_LETTERS, Math.floor(passage.length / 2));
  if (length < RESYNC_LETTERS / 2) return undefined;
  const step = Math.max(length, Math.floor(passage.length / MOST_SEEDS));
  const anchors: Anchor[] = [];
  for (let at = 0; at + length <= passage.length; at += step) {
    const inText = nearest(text, passage.slice(at, at + length), near + at);
    if (inText !== -1) anchors.push({ inPassage: at, inText });
  }
  const startOf = ({ inPassage, inText }: Anchor) => inText - inPassage;
  let best: Anchor | undefined;
  let most = 0;
  for (const anchor of anchors) {
    const agreeing = anchors.filter((other) => {
      const gap = startOf(other) - startOf(anchor);
      return gap >= 0 && gap <= LONGEST_GAP;
    }).length;
    if (agreeing > most) [best, most] = [anchor, agreeing];
  }
  return best;
}

function reverse(text: string): string {
  return text.split('').reverse().join('');
}

/** The letters that passage and text have in common, around a place where both are the same. */
function follow(text: string, passage: string, anchor: Anchor): Run[] {
  let { inPassage, inText } = anchor;
  while (inPassage > 0 && inText > 0 && passage[inPassage - 1] === text[inText - 1]) {
    inPassage -= 1;
    inText -= 1;
  }
  const near = text.slice(Math.max(0, inText - inPassage - LONGEST_GAP), inText);
  const before = followOn(reverse(near), reverse(passage.slice(0, inPassage)), { inPassage: 0, inText: 0 });
  const turned = before.map(({ from, to }) => ({ from: inText - to, to: inText - from })).reverse();
  return [...turned, ...followOn(text, passage, { inPassage, inText })];
}

/** The same, from the place on. */
function followOn(text: string, passage: string, anchor: Anchor): Run[] {
  const runs: Run[] = [];
  let { inPassage, inText } = anchor;
  while (inPassage < passage.length) {
    const from = inText;
    while (inPassage < passage.length && passage[inPassage] === text[inText]) {
      inPassage += 1;
      inText += 1;
    }
    if (inText - from >= SHORTEST_RUN) runs.push({ from, to: inText });
    const window = text.slice(inText, inText + LONGEST_GAP);
    let gap = -1;
    for (let skipped = 0; gap === -1 && skipped < LONGEST_INSERT; skipped += 1) {
      const part = passage.slice(inPassage + skipped, inPassage + skipped + RESYNC_LETTERS);
      if (part.length < SHORTEST_RUN) return runs;
      gap = window.indexOf(part);
      if (gap !== -1) inPassage += skipped;
    }
    if (gap === -1) return runs;
    inText += gap;
  }
  return runs;
}

/** Whether what lies between the ranges is whole lines. */
function skipsLines(text: string, ranges: readonly TextRange[]): boolean {
  return ranges.every(({ from }, index) => {
    const before = ranges[index - 1];
    return before === undefined || WHOLE_LINES.test(text.slice(before.to, from));
  });
}

/**
 * Finds passages in the text that they were made from, whatever cleaned them since: blanks and hyphens may differ, and a passage may lack some of the text. Of
 * several places it is the one nearest to where it is expected.
 * @returns finds a passage: `near` is where it begins, if nothing was cleaned, in UTF-16 units; undefined if less than half of it is there
 */
export function openText(text: string): (passage: string, near?: number) => FoundPassage | undefined {
  const whole = lettersOf(text);
  return (passage, near = 0) => {
    const part = lettersOf(passage);
    const size = part.text.length;
    if (size === 0) return undefined;
    const expected = letterAt(whole, near);
    const at = nearest(whole.text, part.text, expected);
    if (at !== -1) return { ranges: rangesOf([{ from: at, to: at + size }], whole), share: 1, isWhole: true };
    const anchor = findAnchor(whole.text, part.text, expected);
    if (anchor === undefined) return undefined;
    const runs = follow(whole.text, part.text, anchor);
    const share = runs.reduce((sum, { from, to }) => sum + to - from, 0) / size;
    if (share < 0.5) return undefined;
    const ranges = rangesOf(runs, whole);
    return { ranges, share, isWhole: share === 1 && skipsLines(text, ranges) };
  };
}

import type { Line } from './page-lines.ts';
import { type Segment, segmentsOf } from './page-segments.ts';

/** Headers and footers stand in these shares of a page's height, at its top and its bottom. */
const MARGIN = 0.15;
/** Places of a text on different pages that differ by at most so many points are one. */
const SAME_PLACE = 3;
/** A document of fewer pages has nothing that runs through it. */
const FEWEST_PAGES = 3;
/** Numbers of a line that may be the page's; lines with more of them are data. */
const MOST_NUMBERS = 3;
/** More than so many rows together are no header. */
const MOST_ROWS = 3;
/** Rows that are farther from each other than so many character heights do not belong together; headers stand apart from the text. */
const APART = 1.8;

/** A page that was looked at. */
export interface SeenPage {
  readonly pageNumber: number;
  /** Of the page's edges, in its own units. */
  readonly bottom: number;
  readonly top: number;
  readonly lines: readonly Line[];
}

/** Tells the headers and footers of a document from its text. */
export interface RunningLines {
  /** The lines of a page without them; all of them if there are no others. */
  remove(page: SeenPage): readonly Line[];
}

interface Candidate {
  readonly segment: Segment;
  readonly keys: readonly string[];
}

/**
 * The texts of a line by which it is known on other pages: as it is, and with one of its numbers as the distance to the page's number, so that "Page 3" and
 * "Page 4" are one text, and "12.5" and "13.5" are two.
 */
function keysOf({ text, baseline }: Segment, pageNumber: number): string[] {
  const words = text.replace(/\s+/g, ' ');
  const numbers = [...words.matchAll(/\d+/g)];
  const texts = numbers.length > MOST_NUMBERS ? [] : [words];
  for (const { 0: digits, index } of numbers.length > MOST_NUMBERS ? [] : numbers) {
    if (
      digits.length > 5 ||
      /[\d][.,]$/.test(words.slice(0, index)) ||
      /^[.,]\d/.test(words.slice(index + digits.length))
    )
      continue;
    texts.push(`${words.slice(0, index)}<${Number(digits) - pageNumber}>${words.slice(index + digits.length)}`);
  }
  const place = Math.round(baseline / SAME_PLACE);
  // Two names for the place: one of them is the same for places that differ by less.
  return texts.flatMap((own) => [`${place} ${own}`, `${Math.floor(baseline / SAME_PLACE)}+ ${own}`]);
}

function candidatesOf({ pageNumber, bottom, top, lines }: SeenPage): Candidate[] {
  const margin = (top - bottom) * MARGIN;
  return blocksOf(lines)
    .filter((block) => {
      const baselines = block.map(({ baseline = 0 }) => baseline);
      return Math.max(...baselines) < bottom + margin || Math.min(...baselines) > top - margin;
    })
    .flatMap((block) => block.flatMap((line) => segmentsOf(line) ?? []))
    .map((segment) => ({ segment, keys: keysOf(segment, pageNumber) }));
}

/** Lines that stand together and apart from the rest of the page, in blocks of a few rows. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: { lines: Line[]; rows: number }[] = [];
  let last: Line | undefined;
  for (const line of lines.toSorted((a, b) => (b.baseline ?? 0) - (a.baseline ?? 0))) {
    const step = (last?.baseline ?? 0) - (line.baseline ?? 0);
    const block = blocks.at(-1);
    if (last === undefined || block === undefined || step > APART * Math.max(last.height, line.height)) {
      blocks.push({ lines: [line], rows: 1 });
    } else {
      block.lines.push(line);
      if (step > line.height / 2) block.rows += 1;
    }
    last = line;
  }
  return blocks.filter(({ rows }) => rows <= MOST_ROWS).map((block) => block.lines);
}

const NOTHING: RunningLines = { remove: ({ lines }) => lines };

/**
 * Learns from some pages of a document which texts stand on most of them at the same place near the top or the bottom; on most left or most right pages
 * will do.
 */
export function learnRunningLines(pages: readonly SeenPage[]): RunningLines {
  if (pages.length < FEWEST_PAGES) return NOTHING;
  const counts = new Map<string, { even: number; odd: number }>();
  for (const page of pages) {
    const side = page.pageNumber % 2 === 0 ? 'even' : 'odd';
    for (const key of new Set(candidatesOf(page).flatMap(({ keys }) => keys))) {
      const count = counts.get(key) ?? { even: 0, odd: 0 };
      count[side] += 1;
      counts.set(key, count);
    }
  }
  const total = pages.length;
  const even = pages.filter(({ pageNumber }) => pageNumber % 2 === 0).length;
  const running = new Set<string>();
  for (const [key, count] of counts) {
    const isOnMost = count.even + count.odd > total / 2 && count.even + count.odd > 1;
    const isOnMostOfSide =
      (count.even >= FEWEST_PAGES && count.even > even / 2) ||
      (count.odd >= FEWEST_PAGES && count.odd > (total - even) / 2);
    if (isOnMost || isOnMostOfSide) running.add(key);
  }
  return running.size === 0 ? NOTHING : { remove: (page) => removeFrom(page, running) };
}

function removeFrom(page: SeenPage, running: ReadonlySet<string>): readonly Line[] {
  const gone = new Set<unknown>();
  for (const { segment, keys } of candidatesOf(page)) {
    if (!keys.some((key) => running.has(key))) continue;
    for (const piece of segment.pieces) if (piece.text.trim() !== '') gone.add(piece);
  }
  const left = page.lines
    .map((line) => (line.pieces.some((piece) => gone.has(piece)) ? withoutPieces(line, gone) : line))
    .filter((line) => line.pieces.some(({ text }) => text.trim() !== ''));
  // A page that has nothing else says just this.
  return left.length === 0 ? page.lines : left;
}

function withoutPieces(line: Line, gone: ReadonlySet<unknown>): Line {
  return { ...line, pieces: line.pieces.filter((piece) => !gone.has(piece)) };
}

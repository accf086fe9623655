import { type Segment, segmentsOf } from './page-segments.ts';
import { type Line, textOf } from './page-text.ts';

/** Headers and footers stand in these shares of a page's height, at its top and its bottom. */
const MARGIN = 0.15;
/** Places of a text on different pages that differ by at most so many points are one. */
const SAME_PLACE = 3;
/** What stands on fewer pages does not run through a document. */
const FEWEST_PAGES = 3;
/** Numbers of a line that may be the page's; lines with more of them are data. */
const MOST_NUMBERS = 3;
/** More than so many rows together are no header. */
const MOST_ROWS = 3;
/** Rows that are farther from each other than so many character heights do not belong together; headers stand apart from the text. */
const APART = 1.8;
/** A header may be of several blocks; farther from the outermost, in character heights, the text of the page has begun. */
const NEAR = 3;
/** Letters that are larger than those of the page by this factor are of a title: of a form, of slides. */
const LARGER = 1.5;
/** Rows of a table are as far from each other as from its head, within this factor. */
const SAME_STEP = 1.5;

/** A page that was looked at. */
export interface SeenPage {
  readonly pageNumber: number;
  /** Of the page's edges, in its own units. */
  readonly bottom: number;
  readonly top: number;
  readonly lines: readonly Line[];
}

/** Words beside the number of a page. */
const PAGE_WORDS = new Set(
  'page pages p pg seite seiten s página páginas pág pagina pagine pag sida side sidan strona str страница стр sayfa of von de di du sur van av af z из 页 頁 第 共 ページ'.split(
    ' ',
  ),
);

/** Tells the headers and footers of a document from its text. */
export interface RunningLines {
  /** The lines of a page without them, but for those that no page before it had; all of them if there are no others. */
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
  const blocks = blocksOf(lines);
  const header = outermost(blocks).filter((block) => block.last > top - margin && !headsTable(block, blocks));
  const footer = outermost(blocks.toReversed()).filter((block) => block.first < bottom + margin);
  const largest = usualHeight(lines) * LARGER;
  return [...new Set([...header, ...footer])]
    .flatMap((block) => block.lines)
    .filter(({ height }) => height <= largest)
    .flatMap((line) => segmentsOf(line) ?? [])
    .map((segment) => ({ segment, keys: keysOf(segment, pageNumber) }));
}

/** Lines that stand together and apart from the rest of the page. */
interface Block {
  readonly lines: Line[];
  rows: number;
  /** Baselines of its first and its last row. */
  readonly first: number;
  last: number;
  height: number;
}

/** The blocks of a page, from its top down. */
function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let height = 0;
  for (const line of lines.toSorted((a, b) => (b.baseline ?? 0) - (a.baseline ?? 0))) {
    const { baseline = 0 } = line;
    const block = blocks.at(-1);
    const step = (block?.last ?? 0) - baseline;
    if (block === undefined || step > APART * Math.max(height, line.height)) {
      blocks.push({ lines: [line], rows: 1, first: baseline, last: baseline, height: line.height });
    } else {
      block.lines.push(line);
      if (step > line.height / 2) block.rows += 1;
      block.last = baseline;
      block.height = Math.max(block.height, line.height);
    }
    height = line.height;
  }
  return blocks;
}

/** The first of these blocks, with those that stand near: they have a few rows together. */
function outermost(blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  let rows = 0;
  for (const block of blocks) {
    const before = found.at(-1);
    rows += block.rows;
    if (rows > MOST_ROWS || (before !== undefined && stepBetween(before, block) > NEAR * before.height)) break;
    found.push(block);
  }
  return found;
}

function stepBetween(a: Block, b: Block): number {
  return Math.max(a.last - b.first, b.last - a.first);
}

/** Whether the blocks below are rows of the same table: as far from each other, with cells below the cells. */
function headsTable(block: Block, blocks: readonly Block[]): boolean {
  const [below, next] = blocks.slice(blocks.indexOf(block) + 1);
  if (below === undefined || next === undefined) return false;
  const [cells, others] = [cellsOf(block), cellsOf(below)];
  const isAbove = cells.every((cell) => others.some((other) => other.left < cell.right && cell.left < other.right));
  const isSameStep = stepBetween(block, below) <= SAME_STEP * stepBetween(below, next);
  return cells.length > 1 && others.length > 1 && cellsOf(next).length > 1 && isAbove && isSameStep;
}

function cellsOf({ lines, rows }: Block): Segment[] {
  return rows === 1 ? lines.flatMap((line) => segmentsOf(line) ?? []) : [];
}

/** The height of the letters that most of a page is set in. */
function usualHeight(lines: readonly Line[]): number {
  const sizes = lines.map((line) => ({ height: line.height, length: textOf(line).length }));
  const half = sizes.reduce((sum, { length }) => sum + length, 0) / 2;
  let before = 0;
  for (const { height, length } of sizes.toSorted((a, b) => a.height - b.height)) {
    before += length;
    if (before >= half) return height;
  }
  return 0;
}

/** What a header says, the same on all pages; undefined if that is no more than the number of the page. */
function whatSays({ text }: Segment, key: string): string | undefined {
  const isNumbered = /<-?\d+>/.test(key);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return isNumbered && words.every((word) => PAGE_WORDS.has(word)) ? undefined : text.replace(/\d+/g, '#');
}

interface Learnt {
  /** Keys of what runs through the document. */
  readonly running: ReadonlySet<string>;
  /** The first page, of those that were looked at, that says something. */
  readonly firstPages: ReadonlyMap<string, number>;
}

const NOTHING: RunningLines = { remove: ({ lines }) => lines };

/**
 * Learns from some pages of a document which texts stand on most of them at the same place near the top or the bottom; on most left or most right pages
 * will do.
 */
export function learnRunningLines(pages: readonly SeenPage[]): RunningLines {
  if (pages.length < FEWEST_PAGES) return NOTHING;
  const seen = pages.map((page) => ({ pageNumber: page.pageNumber, candidates: candidatesOf(page) }));
  const counts = new Map<string, { even: number; odd: number }>();
  for (const { pageNumber, candidates } of seen) {
    const side = pageNumber % 2 === 0 ? 'even' : 'odd';
    for (const key of new Set(candidates.flatMap(({ keys }) => keys))) {
      const count = counts.get(key) ?? { even: 0, odd: 0 };
      count[side] += 1;
      counts.set(key, count);
    }
  }
  const total = pages.length;
  const even = pages.filter(({ pageNumber }) => pageNumber % 2 === 0).length;
  const running = new Set<string>();
  for (const [key, count] of counts) {
    const isOnMost = count.even + count.odd > total / 2 && count.even + count.odd >= FEWEST_PAGES;
    const isOnMostOfSide =
      (count.even >= FEWEST_PAGES && count.even > even / 2) ||
      (count.odd >= FEWEST_PAGES && count.odd > (total - even) / 2);
    if (isOnMost || isOnMostOfSide) running.add(key);
  }
  if (running.size === 0) return NOTHING;
  const firstPages = new Map<string, number>();
  for (const { pageNumber, candidates } of seen) {
    for (const { said } of runningOf(candidates, running)) {
      if (said !== undefined && !firstPages.has(said)) firstPages.set(said, pageNumber);
    }
  }
  return { remove: (page) => removeFrom(page, { running, firstPages }) };
}

/** Which of these run through the document, and what they say. */
function runningOf(candidates: readonly Candidate[], running: ReadonlySet<string>) {
  return candidates.flatMap(({ segment, keys }) => {
    const key = keys.find((own) => running.has(own));
    return key === undefined ? [] : [{ segment, said: whatSays(segment, key) }];
  });
}

function removeFrom(page: SeenPage, { running, firstPages }: Learnt): readonly Line[] {
  const [gone, kept] = [new Set<unknown>(), new Set<string>()];
  for (const { segment, said } of runningOf(candidatesOf(page), running)) {
    const isFirst = said !== undefined && firstPages.get(said) === page.pageNumber && !kept.has(said);
    if (isFirst) kept.add(said);
    else for (const piece of segment.pieces) if (piece.text.trim() !== '') gone.add(piece);
  }
  const left = page.lines
    .map((line) => (line.pieces.some((piece) => gone.has(piece)) ? withoutPieces(line, gone) : line))
    .filter((line) => line.pieces.some(({ text }) => text.trim() !== ''));
  // A page that has nothing else says just this.
  return left.length === 0 ? page.lines : left;
}

function withoutPieces(line: Line, gone: ReadonlySet<unknown>): Line {
  const left = line.pieces.filter((piece) => !gone.has(piece));
  const first = left.findIndex(({ text }) => text.trim() !== '');
  return { ...line, pieces: left.slice(Math.max(0, first)) };
}

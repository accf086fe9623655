import type { PDFPageProxy } from 'unpdf/pdfjs';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { fileCorrupt } from '../errors/file-errors.ts';
import { type BlankedRun, type DrawnText, findHidden, type IsShown, TextTracer } from './hidden-text.ts';
import { type KnownWords, learnWords } from './line-end-hyphens.ts';
import type { OpenPdf } from './open-pdf.ts';
import { layOutPage, type PageLayout, type PageView } from './page-layout.ts';
import { linesOf } from './page-lines.ts';
import { type PageNotes, readNotes } from './page-notes.ts';
import { operatorsOf } from './page-operators.ts';
import { type Segment, segmentsOf } from './page-segments.ts';
import { markTables, mayHaveTables } from './page-tables.ts';
import { isDense, type Line } from './page-text.ts';
import { placeValues, remarkLines } from './place-values.ts';
import { markRuledTables, type Rule, RuleTracer } from './ruled-tables.ts';
import { learnRunningLines, type RunningLines, type SeenPage } from './running-lines.ts';

/** Pages that are looked at to learn the words of a document, and what runs through it. */
const LEARNT_PAGES = 16;

/** The pages of an open PDF as chunks are made from them. */
export interface PdfPages {
  readonly count: number;
  readonly learnt: LearntDocument;
  /**
   * The text of a page and where on the page it stands; the same whatever was read before. A damaged page has no text, and says so.
   * @param pageNumber from 1
   * @throws what reading the file, or a CMap of its fonts, throws
   */
  read(pageNumber: number): Promise<PdfPage>;
}

interface PdfPage extends PageLayout {
  /** FILE_CORRUPT naming the page. */
  readonly damage?: UserError;
  /** Whether text that nobody sees was left out. */
  readonly hasHidden?: boolean;
}

const EMPTY: PageLayout = { text: '', boxesOf: () => [] };

/** Pairs of neighbours (a left and a right page) from all parts of a document. */
function pagesToLearn(count: number): number[] {
  if (count <= LEARNT_PAGES) return Array.from({ length: count }, (_, index) => index + 1);
  const pairs = LEARNT_PAGES / 2;
  return Array.from({ length: pairs }, (_, index) => 1 + Math.round((index * (count - 2)) / (pairs - 1))).flatMap(
    (first) => [first, first + 1],
  );
}

/** What is known of a document as a whole. */
export interface LearntDocument {
  readonly words: KnownWords;
  readonly running: RunningLines;
}

/** What is on a page, in the order in which it is drawn. */
interface PageContent {
  readonly view: PageView;
  /** Of the page's edges before it is turned, in its own units. */
  readonly bottom: number;
  readonly top: number;
  readonly lines: readonly Line[];
  readonly rules: readonly Rule[];
  readonly notes: PageNotes;
  /** Whether text that nobody sees was left out. */
  readonly hasHidden: boolean;
}

/** Pages with more texts are drawings, or made to keep a reader busy. */
const MOST_LOOKED_AT = 10_000;

/** What the operators of a page say of it. */
interface PageDrawing {
  readonly texts: readonly DrawnText[];
  readonly blankedRuns: readonly BlankedRun[];
  readonly rules: readonly Rule[];
}

const NOTHING_DRAWN: PageDrawing = { texts: [], blankedRuns: [], rules: [] };

/** Reads the operators of a page once: to have pdf.js read them takes as long as to have it read the text. */
export async function readDrawing(page: PDFPageProxy, isShown: IsShown): Promise<PageDrawing> {
  const { OPS } = await import('unpdf/pdfjs');
  const texts = new TextTracer(OPS, isShown);
  const rules = new RuleTracer(OPS);
  for await (const { fnArray, argsArray } of operatorsOf(page)) {
    for (const [index, operator] of fnArray.entries()) {
      texts.follow(operator, argsArray[index]);
      rules.follow(operator, argsArray[index]);
    }
  }
  texts.end();
  return { texts: texts.texts, blankedRuns: texts.blankedRuns, rules: rules.rules };
}

/**
 * @param pageNumber from 1
 * @throws UserError FILE_CORRUPT naming the page
 */
async function readPage(pdf: OpenPdf, pageNumber: number, file: SourceFile): Promise<PageContent> {
  try {
    const page = await pdf.document.getPage(pageNumber);
    // A text ends where a layer does.
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    // Marked content items are mixed with the text items.
    const texts = items.filter((item) => 'str' in item);
    const isLookedAt = texts.length <= MOST_LOOKED_AT && texts.some(({ str }) => str.trim() !== '');
    const drawing = isLookedAt ? await readDrawing(page, await pdf.readLayers()) : NOTHING_DRAWN;
    const hidden = findHidden(texts, drawing.texts);
    const shown = texts.filter((item) => !hidden.has(item));
    const lines = linesOf(shown, drawing.blankedRuns);
    const notes = readNotes(await pdf.readAnnotations(page));
    const rules = !isDense(lines) && mayHaveTables(lines) ? drawing.rules : [];
    const view = page.getViewport({ scale: 1 });
    const [, bottom = 0, , top = 0] = page.view;
    page.cleanup();
    // pdf.js does not report all missing characters.
    if (pdf.readError() !== undefined) throw pdf.readError();
    return { view, bottom, top, lines, rules, notes, hasHidden: hidden.size > 0 };
  } catch (error) {
    throw pdf.readError() ?? fileCorrupt(file, `its page ${pageNumber} is damaged`, error);
  }
}

interface Learning extends LearntDocument {
  /** Pages that were looked at, to be read without looking again. */
  readonly held: Map<number, PageContent>;
}

/** A damaged page says so when it is its turn. */
async function tryPage(pdf: OpenPdf, pageNumber: number, file: SourceFile): Promise<PageContent | UserError> {
  try {
    return await readPage(pdf, pageNumber, file);
  } catch (error) {
    if (error instanceof UserError && pdf.readError() === undefined) return error;
    throw error;
  }
}

async function learn(pdf: OpenPdf, file: SourceFile, signal: AbortSignal): Promise<Learning> {
  const held = new Map<number, PageContent>();
  const words = new Set<string>();
  const seen: SeenPage[] = [];
  for (const pageNumber of pagesToLearn(pdf.document.numPages)) {
    signal.throwIfAborted();
    const content = await tryPage(pdf, pageNumber, file);
    if (content instanceof UserError) continue;
    learnWords(content.lines, words);
    const { bottom, top, lines } = content;
    // It is read again rather than held until its turn.
    if (isDense(lines)) continue;
    seen.push({ pageNumber, bottom, top, lines });
    held.set(pageNumber, content);
  }
  return { words, running: learnRunningLines(seen), held };
}

/** Columns whose lines are drawn in turns have at least so many lines side by side. */
const FEWEST_LINES = 5;
/** Shorter lines are cells of a table, in characters. */
const FEWEST_CHARACTERS = 20;
/** Lines of a column fill at least this share of its width on average. */
const FILLED = 0.6;
/** So many columns stand side by side at most, by powers of two: each is divided once more. */
const MOST_DIVISIONS = 2;

interface Row {
  readonly line: Line;
  /** Undefined: turned text. */
  readonly segments: readonly Segment[] | undefined;
}

/**
 * Puts lines in reading order where a page is drawn line by line across its columns: the left column first, down to the next line that goes over both. Any
 * other page keeps the order in which it is drawn, which nearly always is right.
 */
export function orderColumns(lines: readonly Line[]): readonly Line[] {
  const rows = lines.map((line) => ({ line, segments: segmentsOf(line) }));
  return divide(rows, MOST_DIVISIONS) ?? lines;
}

function divide(rows: readonly Row[], divisions: number): Line[] | undefined {
  const gutter = findGutter(rows);
  if (gutter === undefined || divisions === 0) return undefined;
  const ordered: Line[] = [];
  let [left, right]: [Row[], Row[]] = [[], []];
  const endBand = (): void => {
    for (const side of [left, right]) {
      ordered.push(...(divide(side, divisions - 1) ?? side.map(({ line }) => line)));
    }
    [left, right] = [[], []];
  };
  for (const row of topDown(rows)) {
    const { segments } = row;
    if (segments === undefined || segments.some((segment) => segment.left < gutter && segment.right > gutter)) {
      endBand();
      ordered.push(row.line);
      continue;
    }
    left.push(
      ...partOf(
        row,
        segments.filter((segment) => segment.right <= gutter),
      ),
    );
    right.push(
      ...partOf(
        row,
        segments.filter((segment) => segment.left >= gutter),
      ),
    );
  }
  endBand();
  return ordered;
}

function topDown(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (b.line.baseline ?? 0) - (a.line.baseline ?? 0));
}

/** A row with only these of its segments; none without. */
function partOf({ line, segments: all }: Row, segments: readonly Segment[]): Row[] {
  const [first] = segments;
  if (first === undefined) return [];
  if (segments.length === all?.length) return [{ line, segments }];
  const pieces = segments.flatMap((segment, index) =>
    index === 0 ? segment.pieces : [{ text: ' ', item: undefined }, ...segment.pieces],
  );
  return [{ line: { pieces, baseline: first.baseline, height: first.height }, segments }];
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly left: Segment;
  readonly right: Segment;
}

/** Where the gaps of most lines meet, if what they part is text in columns. */
function findGutter(rows: readonly Row[]): number | undefined {
  const gaps = rows.flatMap((row, index) => gapsOf(row, rows[index + 1]?.segments ?? []));
  if (gaps.length < FEWEST_LINES) return undefined;
  const edges = gaps.flatMap(({ from, to }) => [
    { x: from, change: 1 },
    { x: to, change: -1 },
  ]);
  edges.sort((a, b) => a.x - b.x || a.change - b.change);
  let [open, most, gutter] = [0, 0, 0];
  for (const [index, { x, change }] of edges.entries()) {
    open += change;
    if (open > most) [most, gutter] = [open, (x + (edges[index + 1]?.x ?? x)) / 2];
  }
  const parted = gaps.filter(({ from, to }) => from <= gutter && to >= gutter);
  const isText = isColumn(parted.map(({ left }) => left)) && isColumn(parted.map(({ right }) => right));
  return parted.length >= FEWEST_LINES && isText ? gutter : undefined;
}

/** The gaps in a row, and to what is drawn next if that stands beside it at nearly its height. */
function gapsOf({ segments: own = [] }: Row, next: readonly Segment[]): Gap[] {
  const [first] = own;
  const beside = next.filter(({ baseline, height }) => first && Math.abs(first.baseline - baseline) < height);
  const all = [...own, ...beside].toSorted((a, b) => a.left - b.left);
  return all.slice(1).flatMap((right, index) => {
    const left = all[index];
    const isGap = left !== undefined && left.right < right.left && (own.includes(left) || own.includes(right));
    return isGap ? [{ from: left.right, to: right.left, left, right }] : [];
  });
}

/** Whether most of these segments stand one below the other and look like the lines of a text. */
function isColumn(segments: readonly Segment[]): boolean {
  const columns: { right: number; readonly segments: Segment[] }[] = [];
  for (const segment of segments.toSorted((a, b) => a.left - b.left)) {
    const column = columns.at(-1);
    if (column === undefined || segment.left >= column.right)
      columns.push({ right: segment.right, segments: [segment] });
    else {
      column.segments.push(segment);
      column.right = Math.max(column.right, segment.right);
    }
  }
  const [largest] = columns.toSorted((a, b) => b.segments.length - a.segments.length);
  const { right, segments: own } = largest ?? { right: 0, segments: [] };
  const width = own.reduce((sum, segment) => sum + segment.right - segment.left, 0) / own.length;
  const characters = own.reduce((sum, { text }) => sum + text.length, 0) / own.length;
  const [first] = own;
  return first !== undefined && characters >= FEWEST_CHARACTERS && width >= FILLED * (right - first.left);
}

/**
 * Looks at some pages of a document, so that each can be read with what is known of all.
 * @param known of the same file, from an earlier time: spares looking
 */
export async function openPages(
  pdf: OpenPdf,
  file: SourceFile,
  signal: AbortSignal,
  known?: LearntDocument,
): Promise<PdfPages> {
  const { words, running, held }: Learning =
    known === undefined ? await learn(pdf, file, signal) : { ...known, held: new Map() };
  return {
    count: pdf.document.numPages,
    learnt: { words, running },
    async read(pageNumber) {
      const content = held.get(pageNumber) ?? (await tryPage(pdf, pageNumber, file));
      held.delete(pageNumber);
      if (content instanceof UserError) return { ...EMPTY, damage: content };
      const { view, bottom, top, lines, rules, notes, hasHidden } = content;
      if (isDense(lines)) {
        const values = notes.values.map(({ text }) => text);
        return { ...layOutPage([...lines, ...remarkLines([...values, ...notes.remarks])], view, words), hasHidden };
      }
      const text = running.remove({ pageNumber, bottom, top, lines });
      const own = markTables(orderColumns(markRuledTables(text, rules, words)), words);
      return {
        ...layOutPage([...placeValues(own, notes.values), ...remarkLines(notes.remarks)], view, words),
        hasHidden,
      };
    },
  };
}

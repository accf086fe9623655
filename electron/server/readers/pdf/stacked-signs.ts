import { baselineOf, type Line, leftOf, type PdfTextItem } from './page-text.ts';

/** Fewer signs one below the other may be cells of a table, or the points of a list. */
const FEWEST_SIGNS = 4;
/** From one sign to the one below, in sizes of the font. */
const LEAST_STEP = 0.4;
const LARGEST_STEP = 2.2;
/** How far the middles of the signs of a column are from each other, in sizes of the font: stops and turned signs stand aside. */
const ASIDE = 0.3;
const FAR_ASIDE = 0.9;
/** Sizes of the signs of a column differ by at most this share. */
const OTHER_SIZE = 0.2;
/** Columns side by side that begin within so many signs of each other are of one block. */
const SAME_BLOCK = 3;

const SIGN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆〇]$/u;
/** What stands among the signs of a column: stops, brackets, dashes, and numbers of two figures side by side. */
const AMONG_SIGNS = /^(?:[\p{P}\p{S}～〜]|[0-9０-９]{1,2}|[A-Za-zＡ-Ｚａ-ｚ])$/u;

interface Stack {
  readonly signs: PdfTextItem[];
  readonly middle: number;
  readonly size: number;
}

const middleOf = (item: PdfTextItem): number => leftOf(item) + item.width / 2;

function goesOn({ signs, middle, size }: Stack, item: PdfTextItem): boolean {
  const last = signs.at(-1);
  if (last === undefined || Math.abs(item.height - size) > size * OTHER_SIZE) return false;
  const step = baselineOf(last) - baselineOf(item);
  const aside = SIGN.test(item.str.trim()) ? ASIDE : FAR_ASIDE;
  return step > size * LEAST_STEP && step < size * LARGEST_STEP && Math.abs(middleOf(item) - middle) < size * aside;
}

/** The columns of signs among items, in the order in which they are drawn. */
function findColumns(items: readonly PdfTextItem[]): Stack[] {
  const columns: Stack[] = [];
  let open: Stack | undefined;
  const end = (): void => {
    const signs = open?.signs.filter(({ str }) => SIGN.test(str.trim())) ?? [];
    if (open !== undefined && signs.length >= FEWEST_SIGNS && signs.length * 2 > open.signs.length) columns.push(open);
    open = undefined;
  };
  for (const item of items) {
    const text = item.str.trim();
    if (text === '') continue;
    const isSign = SIGN.test(text);
    if (open !== undefined && (isSign || AMONG_SIGNS.test(text)) && goesOn(open, item)) open.signs.push(item);
    else {
      end();
      if (isSign) open = { signs: [item], middle: middleOf(item), size: item.height };
    }
  }
  end();
  return columns;
}

const topOf = ({ signs: [first] }: Stack): number => (first === undefined ? 0 : baselineOf(first));

/** Columns that stand side by side at one height, in blocks. */
function blocksOf(columns: readonly Stack[]): Stack[][] {
  const blocks: Stack[][] = [];
  for (const column of columns) {
    const block = blocks.at(-1);
    const last = block?.at(-1);
    const isBeside =
      last !== undefined &&
      Math.abs(topOf(last) - topOf(column)) < column.size * SAME_BLOCK &&
      Math.abs(last.size - column.size) <= column.size * OTHER_SIZE;
    if (isBeside) block?.push(column);
    else blocks.push([column]);
  }
  return blocks;
}

/** Text in columns, as Chinese and Japanese are set, in a font for lines: pdf.js reads a line for each sign. */
export interface StackedSigns {
  /** Each block's columns as lines, from right to left, by the first item of the block. */
  readonly lines: ReadonlyMap<PdfTextItem, readonly Line[]>;
  /** All items of these lines. */
  readonly items: ReadonlySet<PdfTextItem>;
}

/** @param items of a page, in the order in which they are drawn */
export function findStackedSigns(items: readonly PdfTextItem[]): StackedSigns {
  const lines = new Map<PdfTextItem, readonly Line[]>();
  const all = new Set<PdfTextItem>();
  for (const block of blocksOf(findColumns(items))) {
    const first = block[0]?.signs[0];
    if (first === undefined) continue;
    const baseline = Math.max(...block.map(topOf));
    const columns = block.toSorted((a, b) => b.middle - a.middle);
    lines.set(
      first,
      columns.map(({ signs, size }): Line => {
        const pieces = signs.map((item) => ({ text: item.str.trim(), item }));
        return { pieces, baseline, height: size, isStacked: true };
      }),
    );
    for (const item of block.flatMap(({ signs }) => signs)) all.add(item);
  }
  return { lines, items: all };
}

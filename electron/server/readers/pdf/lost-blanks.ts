import { findPart } from './drawn-again.ts';
import type { BlankedRun } from './hidden-text.ts';
import { baselineOf, isLevel, leftOf, type PdfTextItem, rightOf } from './page-text.ts';

/** Letters begin and end where they should within this share of their height. */
const NEAR = 0.1;

/** The text of an item with the blanks that are drawn within, and whether others are drawn before and after it. */
export interface BlankedText {
  readonly text: string;
  readonly hasBlankBefore: boolean;
  readonly hasBlankAfter: boolean;
}

/**
 * pdf.js leaves out the blanks at the ends of runs where the next run is drawn over them, as in fonts whose widths the file does not say.
 * @returns finds the blanks of an item
 */
export function lostBlanks(runs: readonly BlankedRun[]): (item: PdfTextItem) => BlankedText {
  const byBaseline = Map.groupBy(runs, ({ y }) => Math.round(y));
  return (item) => {
    const blanked = { text: item.str, hasBlankBefore: false, hasBlankAfter: false };
    if (runs.length === 0 || !isLevel(item) || item.str.trim() === '') return blanked;
    const y = Math.round(baselineOf(item));
    for (let near = y - 1; near <= y + 1; near += 1) {
      for (const run of byBaseline.get(near) ?? []) {
        if (Math.abs(run.y - baselineOf(item)) <= item.height * NEAR) addBlanks(blanked, run, item);
      }
    }
    return blanked;
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function addBlanks(blanked: Writable<BlankedText>, run: BlankedRun, item: PdfTextItem): void {
  const near = item.height * NEAR;
  const beginsWith = Math.abs(run.left - leftOf(item)) <= near;
  const endsWith = Math.abs(run.right - rightOf(item)) <= near;
  if (run.hasBlankBefore && beginsWith) blanked.hasBlankBefore = true;
  if (run.hasBlankAfter && endsWith) blanked.hasBlankAfter = true;
  const isWithin = (run.hasBlankBefore && !beginsWith) || (run.hasBlankAfter && !endsWith);
  const at = isWithin ? findPart({ ...item, str: blanked.text }, run) : undefined;
  if (at === undefined) return;
  if (run.hasBlankAfter) blanked.text = withBlankAt(blanked.text, at + run.text.length);
  if (run.hasBlankBefore) blanked.text = withBlankAt(blanked.text, at);
}

/** A text with a blank before its letter of an index, if none is there and it is not its first. */
function withBlankAt(text: string, index: number): string {
  const isApart = /\s$/.test(text.slice(0, index)) || /^\s/.test(text.slice(index));
  return index === 0 || index === text.length || isApart ? text : `${text.slice(0, index)} ${text.slice(index)}`;
}

import type { Span } from '../../table/grid-row.ts';
import type { OfficePackage } from '../office-xml.ts';
import { columnOf, MAX_COLUMNS } from './read-sheet.ts';

/** Merged cells that begin in a row. */
export interface Merge extends Span {
  /** The number of the row that they end in. */
  readonly lastRow: number;
}

const MARK = Buffer.from('mergeCell ');
/** The quantifiers are bounded so that the search stays linear, even in a sheet that contains little else. */
const MERGE = /mergeCell [^>]{0,80}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
/** A piece of the part may end within an element or an address. */
const CARRY_BYTES = 100;

/** More than people make; each is kept while its sheet is read. */
const MAX_MERGES = 100_000;

/**
 * The merged cells of a sheet, by the number of their first row. They are stored after its rows, so the sheet is unpacked once just for them; a search in bytes
 * takes a fraction of the time of parsing.
 */
export async function readMerges(
  { archive, signal }: OfficePackage,
  part: string,
): Promise<ReadonlyMap<number, readonly Merge[]>> {
  const merges = new Map<number, Merge[]>();
  let count = 0;
  let carry = Buffer.alloc(0);
  for await (const piece of await archive.stream(part)) {
    signal.throwIfAborted();
    const bytes = Buffer.concat([carry, piece]);
    const start = bytes.indexOf(MARK);
    if (start === -1) {
      carry = Buffer.from(bytes.subarray(-CARRY_BYTES));
      continue;
    }
    const text = bytes.toString('latin1', start);
    let end = 0;
    for (const match of text.matchAll(MERGE)) {
      const [whole, first = '', row = '', last = '', lastRow = ''] = match;
      const ofRow = merges.get(Number(row)) ?? [];
      const lastColumn = Math.min(columnOf(last), MAX_COLUMNS - 1);
      ofRow.push({ firstColumn: columnOf(first), lastColumn, lastRow: Number(lastRow) });
      merges.set(Number(row), ofRow);
      count += 1;
      end = match.index + whole.length;
    }
    if (count > MAX_MERGES) return merges;
    carry = bytes.subarray(Math.max(start + end, bytes.length - CARRY_BYTES));
  }
  return merges;
}

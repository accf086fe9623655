import { fileTooLarge } from '../errors/file-errors.ts';
import { type OfficePackage, streamPrefixedXml, type XmlAttributes } from '../office/office-xml.ts';
import { addressOf } from '../office/xlsx/read-sheet.ts';
import type { GridRow } from '../table/grid-row.ts';
import { createBlockWriter } from '../text/block-writer.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';

/** The most characters over the cells of a sheet. */
const MAX_UNITS = 8 * 1024 * 1024;

/** Where a cell is; its column counts from 0, its row from 1. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/** What lies over the cells of a sheet: texts, each a row of one cell, and charts, by their parts of the file. */
export interface OverCells {
  readonly texts: readonly GridRow[];
  readonly charts: readonly string[];
}

/** Whether an element lies over the cells, and is not one of their texts. */
export function liesOverCells(name: string): boolean {
  return name.startsWith('draw:') || name === 'table:shapes' || name === 'office:annotation';
}

/** The part that holds an embedded document ("./Object 1"). */
function partOf(href: string): string {
  return `${href.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`;
}

/** Collects comments, and the texts of boxes and shapes, while a sheet is read. Gets the elements that {@link liesOverCells} and what is in them. */
export class OverCellsReader {
  readonly #file: OfficePackage['file'];
  readonly #writer = createBlockWriter();
  #texts: GridRow[] = [];
  #charts: string[] = [];
  #units = 0;
  /** The element that is read as one text, with how deep we are in it. */
  #outermost = '';
  #depth = 0;
  #paragraphs = 0;

  constructor(file: OfficePackage['file']) {
    this.#file = file;
  }

  /** What was found since the last call. */
  take(): OverCells {
    const found = { texts: this.#texts, charts: this.#charts };
    this.#texts = [];
    this.#charts = [];
    this.#units = 0;
    return found;
  }

  onOpen(name: string, attributes: XmlAttributes): void {
    // A frame around all shapes of a sheet is no shape.
    if (this.#depth === 0 && (name === 'table:shapes' || !liesOverCells(name))) return;
    if (this.#depth === 0) this.#outermost = name;
    this.#depth += 1;
    if (name === 'draw:object') this.#charts.push(partOf(attributes['xlink:href'] ?? ''));
    else if (name === 'text:p') this.#paragraphs += 1;
    else if (name === 'text:s' || name === 'text:tab') this.onText(' ');
    else if (name === 'text:line-break') this.#writer.addLineEnd();
  }

  onText(text: string): void {
    if (this.#depth === 0 || this.#paragraphs === 0) return;
    this.#units += text.length;
    if (this.#units > MAX_UNITS) {
      throw fileTooLarge(this.#file, `the comments and shapes of a sheet show more than ${MAX_UNITS / 1024 ** 2} MB`);
    }
    this.#writer.addText(text);
  }

  onClose(name: string, { row, column }: Place): void {
    if (this.#depth === 0) return;
    this.#depth -= 1;
    if (name === 'text:p') {
      this.#paragraphs -= 1;
      this.#writer.endLine();
    }
    if (this.#depth > 0) return;
    const text = this.#writer.take().trim();
    const before = this.#outermost === 'office:annotation' ? `Comment on ${addressOf(column, row)}: ` : '';
    if (text !== '') this.#texts.push({ number: row, shown: [[column, `${before}${text}`]], spans: [] });
  }
}

/** The titles of a chart and of its axes. */
class ChartTitles implements Partial<XmlHandler> {
  #found: GridRow[] = [];
  #text: string | undefined;

  take(): readonly GridRow[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  onOpen(name: string): void {
    if (name === 'chart:title' || name === 'chart:subtitle') this.#text = '';
  }

  onText(text: string): void {
    if (this.#text !== undefined) this.#text += text;
  }

  onClose(name: string): void {
    if (name !== 'chart:title' && name !== 'chart:subtitle') return;
    const text = (this.#text ?? '').replace(/\s+/g, ' ').trim();
    this.#text = undefined;
    if (text !== '') this.#found.push({ number: 1, shown: [[0, `Chart: ${text}`]], spans: [] });
  }
}

/** Streams the titles of an embedded chart; nothing of another document. @throws UserError FILE_CORRUPT */
export async function* readChartTitles(office: OfficePackage, part: string): AsyncGenerator<GridRow> {
  if (office.archive.find(part) === undefined) return;
  const titles = new ChartTitles();
  for await (const _ of streamPrefixedXml(office, part, titles)) yield* titles.take();
}

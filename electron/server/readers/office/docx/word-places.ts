import { RowLabels } from '../../table/row-labels.ts';
import { InlineWriter } from '../../text/inline-writer.ts';
import { prefixed, type XmlAttributes } from '../office-xml.ts';
import { type Block, type BlockSink, lineOf } from './blocks.ts';
import type { ListMarks } from './numbering.ts';
import { headingOfOutline, type ListPlace, type ParagraphStyle } from './styles.ts';

/** The most columns of a Word table. */
const MAX_COLUMNS = 63;

/** The deepest level of a list, from 0 (ECMA-376, 17.9.6). */
const MAX_LEVEL = 8;
/** Markdown has no deeper headings. */
const MAX_HEADING = 6;
/** Spaces that nest one list in another, with any marks. */
const INDENT = '    ';

interface Paragraph {
  text: string;
  readonly writer: InlineWriter;
  style: string;
  outline: number | undefined;
  numId: string | undefined;
  level: number | undefined;
  /** What of it belongs to the next paragraph: the large first letter, or a text whose paragraph mark was deleted. */
  joins: 'letter' | 'text' | undefined;
  /** Text boxes and notes of the paragraph; they are written after it. */
  readonly after: Block[];
}

export function newParagraph(text: string): Paragraph {
  return {
    text,
    writer: new InlineWriter(),
    style: '',
    outline: undefined,
    numId: undefined,
    level: undefined,
    joins: undefined,
    after: [],
  };
}

interface ParagraphSetting {
  readonly element: string;
  readonly attributes: XmlAttributes;
  /** The elements with settings that it is in. */
  readonly settings: readonly string[];
}

export function setParagraph(paragraph: Paragraph, { element, attributes, settings }: ParagraphSetting): void {
  const value = prefixed(attributes, 'val') ?? '';
  if (settings.join() === 'pPr,rPr' && (element === 'del' || element === 'moveFrom')) paragraph.joins = 'text';
  else if (settings.at(-1) !== 'pPr') return;
  else if (element === 'pStyle') paragraph.style = value;
  else if (element === 'framePr' && (prefixed(attributes, 'dropCap') ?? 'none') !== 'none') paragraph.joins = 'letter';
  else if (element === 'outlineLvl') paragraph.outline = Number(value);
  else if (element === 'numId') paragraph.numId = value;
  else if (element === 'ilvl') paragraph.level = Number(value);
}

interface Lists {
  readonly styles: ReadonlyMap<string, ParagraphStyle>;
  readonly lists: ListMarks;
}

/** The text of a paragraph with its marks; none for an empty one, which Word neither marks nor counts in a list. */
export function describeParagraph(paragraph: Paragraph, { styles, lists }: Lists): Block[] {
  const text = paragraph.text.trim();
  const style = styles.get(paragraph.style);
  const place = listPlace(paragraph, style);
  if (text === '') return [];
  const mark = place === undefined ? '' : (lists.next(place) ?? '-');
  const heading = paragraph.outline === undefined ? style?.heading : headingOfOutline(paragraph.outline);
  if (heading !== undefined && heading > 0) {
    const title = text.replace(/\s*\n\s*/g, ' ');
    const words = mark === '' || mark === '-' ? title : `${mark} ${title}`;
    return [{ kind: 'paragraph', text: `${'#'.repeat(Math.min(heading, MAX_HEADING))} ${words}` }];
  }
  if (place === undefined || mark === '') return [{ kind: 'paragraph', text }];
  return [{ kind: 'item', text: `${INDENT.repeat(place.level)}${mark} ${text}` }];
}

/** The place of a paragraph in a list, which it or its style has. */
function listPlace(paragraph: Paragraph, style: ParagraphStyle | undefined): ListPlace | undefined {
  const numId = paragraph.numId ?? style?.list?.numId;
  // 0 removes a paragraph from its style's list.
  if (numId === undefined || numId === '0') return undefined;
  const level = paragraph.level ?? style?.list?.level ?? 0;
  return { numId, level: Math.min(MAX_LEVEL, Math.max(0, level || 0)) };
}

/** A container of paragraphs and tables; the body is the outermost. Containers are nested. */
export interface BlockContainer {
  readonly sink: BlockSink;
  readonly blocks: readonly Block[];
  /** The number of columns that the cell spans. */
  span: number;
  /** Whether the cell is the first of some that are merged over rows, or a further one. */
  merge: 'first' | 'further' | undefined;
  /** Text that belongs to the next paragraph. */
  joined: string;
  readonly paragraphs: Paragraph[];
  readonly tables: WordTable[];
}

export function newContainer(sink: BlockSink, blocks: readonly Block[]): BlockContainer {
  return { sink, blocks, span: 1, merge: undefined, joined: '', paragraphs: [], tables: [] };
}

/** A setting of a cell. */
export function setCell(cell: BlockContainer, element: string, value: string): void {
  if (element === 'gridSpan') cell.span = Number(value);
  else if (element === 'vMerge') cell.merge = value === 'restart' ? 'first' : 'further';
}

/** A table that is read row by row. */
export class WordTable {
  #cells: string[] = [];
  readonly #labels = new RowLabels();
  /** Notes of its cells; they are written after the table. */
  readonly notes: Block[] = [];

  /** Leaves columns of the row free. */
  skip(columns: number): void {
    for (let column = 0; column < Math.min(columns, MAX_COLUMNS); column += 1) this.#cells.push('');
  }

  add({ blocks, span, merge }: BlockContainer): void {
    this.notes.push(...blocks.filter(({ kind }) => kind === 'note'));
    const column = this.#cells.length;
    const own = lineOf(blocks.filter(({ kind }) => kind !== 'note'));
    const isRepeated = merge === 'further' && own === '';
    if (!isRepeated) this.#labels.set(column, own, merge === undefined ? 1 : Number.POSITIVE_INFINITY);
    this.#cells.push(isRepeated ? (this.#labels.take(column) ?? '') : own);
    this.skip((span || 1) - 1);
  }

  /** The cells of the row, which ends. */
  takeRow(): readonly string[] {
    const cells = this.#cells;
    this.#cells = [];
    return cells;
  }
}

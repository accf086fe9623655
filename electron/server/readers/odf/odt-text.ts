// Why no library: recall on 61 public files is .960, those of the best library .873.

import { RowLabels } from '../table/row-labels.ts';
import { shownAlternative } from '../text/alternative-text.ts';
import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import { MarkdownRows } from '../text/markdown-rows.ts';
import type { Script } from '../text/script-writer.ts';
import type { TextReader } from '../text/text-reader.ts';
import { createXmlBlockReader } from '../xml/xml-block-reader.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';
import { ListStyles, OdtLists } from './odt-lists.ts';
import { ScriptStyles } from './odt-scripts.ts';

/** Elements whose text the document does not show: deleted passages, comments, forms, alternative names. */
export const UNSEEN_ELEMENTS: ReadonlySet<string> = new Set([
  'office:annotation',
  'office:forms',
  'office:scripts',
  'presentation:notes',
  'svg:desc',
  'svg:title',
  'text:note-citation',
  'text:ruby-text',
  'text:sequence-decls',
  'text:tracked-changes',
]);

/** What a frame shows that is no text. */
const PICTURES = new Set(['draw:image', 'draw:object', 'draw:object-ole', 'draw:plugin']);

/** A row with thousands of equal cells is the empty rest of a sheet. */
const MAX_EQUAL_CELLS = 64;

/** What the content of a document refers to. */
export interface OdtContext {
  /** List styles of `styles.xml`; those of the content are added. */
  readonly listStyles: ListStyles;
  /** Its styles of text that is raised or lowered; those of the content are added. */
  readonly scriptStyles: ScriptStyles;
  /** The text of equations, by the path of their object: "Object 1". */
  readonly equations: ReadonlyMap<string, string>;
}

/** Makes a reader of the `content.xml` of an OpenDocument text. Its functions throw XmlError. */
export async function createOdtTextReader(context: OdtContext): Promise<TextReader> {
  return createXmlBlockReader((writer) => createOdtHandler(writer, context));
}

export interface OdtHandlerOptions extends Partial<OdtContext> {
  /** Paragraphs and lists become lines, as on a slide; the caller adds further separators. */
  readonly isTight?: boolean;
}

/** Writes the text of OpenDocument elements, which have their usual prefixes. */
export function createOdtHandler(writer: BlockWriter, options: OdtHandlerOptions = {}): XmlHandler {
  return new OdtHandler(writer, options);
}

type Attributes = Readonly<Record<string, string>>;

interface Table {
  readonly rows: MarkdownRows;
  cells: string[];
  readonly labels: RowLabels;
  /** How often the open cell is repeated. */
  count: number;
  /** How many rows and columns it covers. */
  rowsCovered: number;
  columnsCovered: number;
}

/** A frame that is open, and what it says of its picture. */
interface Frame {
  isPicture: boolean;
  isEquation: boolean;
  'svg:title': string;
  'svg:desc': string;
}

class OdtHandler implements XmlHandler {
  readonly #body: BlockWriter;
  #writer: BlockWriter;
  /** The writers of what surrounds a cell or a note. */
  readonly #outer: BlockWriter[] = [];
  readonly #isTight: boolean;
  readonly #listStyles: ListStyles;
  readonly #scriptStyles: ScriptStyles;
  /** Whether the text in each of the open spans is raised or lowered. */
  readonly #scripts: (Script | undefined)[] = [];
  readonly #equations: ReadonlyMap<string, string>;
  readonly #lists: OdtLists;
  readonly #tables: Table[] = [];
  readonly #frames: Frame[] = [];
  /** The description that is being read. */
  #description: 'svg:title' | 'svg:desc' | undefined;
  /** Text counts only inside paragraphs and headings. */
  #paragraphs = 0;
  #unseen = 0;
  /** Footnotes of the paragraph; they are written after it. */
  readonly #notes: string[] = [];

  constructor(writer: BlockWriter, { isTight = false, listStyles, scriptStyles, equations }: OdtHandlerOptions) {
    this.#body = writer;
    this.#writer = writer;
    this.#isTight = isTight;
    this.#listStyles = listStyles ?? new ListStyles();
    this.#scriptStyles = scriptStyles ?? new ScriptStyles();
    this.#equations = equations ?? new Map<string, string>();
    this.#lists = new OdtLists(this.#listStyles);
  }

  onOpen(name: string, attributes: Attributes): void {
    if (this.#unseen === 0 && (name === 'svg:title' || name === 'svg:desc')) this.#description = name;
    if (UNSEEN_ELEMENTS.has(name)) this.#unseen += 1;
    if (this.#unseen > 0) return;
    if (name === 'text:p' || name === 'text:h') this.#startParagraph();
    else if (name === 'text:span') this.#scripts.push(this.#scriptOf(attributes));
    else if (name.startsWith('style:')) this.#scriptStyles.onOpen(name, attributes);
    else if (name.startsWith('table:')) this.#openTable(name, attributes);
    else if (name.startsWith('text:list')) this.#openList(name, attributes);
    else if (name === 'text:s') this.#writer.addText(' ');
    else if (name === 'text:tab') this.#writer.addText(' ');
    else if (name === 'text:line-break') this.#writer.addLineEnd();
    else if (name === 'text:note-body') this.#enter();
    else if (name.startsWith('draw:')) this.#openDrawing(name, attributes);
  }

  onClose(name: string): void {
    if (name === this.#description) this.#description = undefined;
    if (UNSEEN_ELEMENTS.has(name)) this.#unseen -= 1;
    if (this.#unseen > 0) return;
    if (name === 'text:p' || name === 'text:h') this.#endParagraph();
    else if (name === 'text:span') this.#scripts.pop();
    else if (name.startsWith('table:')) this.#closeTable(name);
    else if (name === 'text:list-item' || name === 'text:list-header') this.#writer.endItem();
    else if (name === 'text:list') this.#closeList();
    else if (name === 'text:note-body') this.#notes.push(this.#leave());
    else if (name === 'draw:frame') this.#closeFrame();
  }

  onText(text: string): void {
    const frame = this.#frames.at(-1);
    if (this.#description !== undefined && frame !== undefined) frame[this.#description] += text;
    if (this.#paragraphs > 0 && this.#unseen === 0) this.#writer.addText(text, this.#scripts.at(-1));
  }

  /** What follows is written for itself. */
  #enter(): void {
    this.#outer.push(this.#writer);
    this.#writer = createBlockWriter();
  }

  #leave(): string {
    const text = this.#writer.end();
    this.#writer = this.#outer.pop() ?? this.#body;
    return text;
  }

  /** A span without a position of its own has that of the one around it. */
  #scriptOf(attributes: Attributes): Script | undefined {
    const style = attributes['text:style-name'] ?? '';
    return this.#scriptStyles.has(style) ? this.#scriptStyles.get(style) : this.#scripts.at(-1);
  }

  #openDrawing(name: string, attributes: Attributes): void {
    const frame = this.#frames.at(-1);
    const equation = this.#equations.get((attributes['xlink:href'] ?? '').replace(/^\.\//, ''));
    if (name === 'draw:frame') {
      this.#frames.push({ isPicture: false, isEquation: false, 'svg:title': '', 'svg:desc': '' });
    }
    if (frame === undefined) return;
    frame.isPicture ||= PICTURES.has(name);
    if (name !== 'draw:object' || equation === undefined) return;
    // The picture beside it shows the same.
    frame.isEquation = true;
    if (this.#paragraphs > 0) this.#writer.addText(equation);
  }

  #closeFrame(): void {
    const frame = this.#frames.pop();
    if (frame === undefined || !frame.isPicture || frame.isEquation) return;
    const text = shownAlternative(frame['svg:desc'], frame['svg:title']);
    if (text === '') return;
    if (this.#paragraphs === 0) this.#endBlock();
    this.#writer.addText(` ![${text}] `);
    if (this.#paragraphs === 0) this.#endBlock();
  }

  #startParagraph(): void {
    this.#paragraphs += 1;
    const mark = this.#lists.nextMark();
    if (mark !== undefined) this.#writer.startItem(mark);
    // A paragraph in an item stays on the item's line.
    else if (this.#lists.depth > 0) this.#writer.endLine();
    else this.#endBlock();
  }

  #endParagraph(): void {
    this.#paragraphs -= 1;
    if (this.#lists.depth > 0) this.#writer.endLine();
    else this.#endBlock();
    if (this.#writer === this.#body) this.#writeNotes();
  }

  #writeNotes(): void {
    for (const note of this.#notes.splice(0)) {
      this.#writer.endParagraph();
      this.#writer.addPreformatted(note);
      this.#writer.endParagraph();
    }
  }

  #endBlock(): void {
    if (this.#isTight) this.#writer.endLine();
    else this.#writer.endParagraph();
  }

  #openTable(name: string, attributes: Attributes): void {
    const table = this.#tables.at(-1);
    if (name === 'table:table') {
      const rows = new MarkdownRows(this.#writer, this.#writer !== this.#body);
      this.#tables.push({ rows, cells: [], labels: new RowLabels(), count: 1, rowsCovered: 1, columnsCovered: 1 });
    } else if (table === undefined) return;
    else if (name === 'table:table-row') table.cells = [];
    else if (isCell(name)) {
      const count = Number(attributes['table:number-columns-repeated'] ?? 1);
      table.count = Math.min(count || 1, MAX_EQUAL_CELLS);
      table.rowsCovered = Number(attributes['table:number-rows-spanned'] ?? 1);
      table.columnsCovered = Math.min(Number(attributes['table:number-columns-spanned'] ?? 1) || 1, MAX_EQUAL_CELLS);
      this.#enter();
    }
  }

  #closeTable(name: string): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (isCell(name)) {
      const text = this.#leave();
      for (let cell = 0; cell < table.count; cell += 1) addCell(table, text, name === COVERED);
    } else if (name === 'table:table-row') table.rows.add(table.cells);
    else if (name === 'table:table') {
      this.#tables.pop();
      table.rows.end();
      if (this.#writer === this.#body) this.#writeNotes();
    }
  }

  #openList(name: string, attributes: Attributes): void {
    if (name === 'text:list-item' || name === 'text:list-header') {
      this.#writer.endLine();
      this.#lists.openItem(attributes, name === 'text:list-header');
    } else if (name === 'text:list') {
      if (this.#lists.depth === 0) this.#endBlock();
      this.#lists.open(attributes);
    } else this.#listStyles.onOpen(name, attributes);
  }

  #closeList(): void {
    this.#lists.close();
    if (this.#lists.depth === 0) this.#endBlock();
  }
}

/** A cell that another one covers, from the left or from above. */
const COVERED = 'table:covered-table-cell';

function isCell(name: string): boolean {
  return name === 'table:table-cell' || name === COVERED;
}

function addCell({ cells, labels, rowsCovered, columnsCovered }: Table, text: string, isCovered: boolean): void {
  const column = cells.length;
  if (isCovered) cells.push((labels.has(column) ? labels.take(column) : undefined) ?? text);
  else {
    labels.set(column, text, rowsCovered, columnsCovered);
    cells.push(text);
  }
}

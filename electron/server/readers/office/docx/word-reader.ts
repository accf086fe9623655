import { EquationReader } from '../../equation/equation-text.ts';
import { shownAlternative } from '../../text/alternative-text.ts';
import type { Script } from '../../text/script-writer.ts';
import type { XmlHandler } from '../../xml/xml-reader.ts';
import { prefixed, type XmlAttributes } from '../office-xml.ts';
import { type Block, BlockList, type BlockSink, lineOf } from './blocks.ts';
import type { ListMarks } from './numbering.ts';
import { headingOfOutline, type ParagraphStyle } from './styles.ts';
import { type BlockContainer, listPlace, newParagraph, type Paragraph } from './word-places.ts';

/** The parts that the paragraphs of a document refer to. */
export interface WordContext {
  readonly styles: ReadonlyMap<string, ParagraphStyle>;
  readonly lists: ListMarks;
  /** The text of a note, by its id with "footnote:", "endnote:" or "comment:" in front. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Not part of the current text: moved passages, fallback content for older programs, ruby. */
const LEFT_OUT = new Set(['moveFrom', 'Fallback', 'rt', 'del']);
/** Elements with settings; their children may have the names of text elements. */
const SETTINGS = new Set(['pPr', 'rPr', 'tblPr', 'trPr', 'tcPr', 'sectPr', 'sdtPr', 'tblGrid']);
/** Markdown has no deeper headings. */
const MAX_HEADING = 6;
/** Spaces that nest one list in another, with any marks. */
const INDENT = '    ';
/** The most columns of a Word table. */
const MAX_SPAN = 63;

/** Turns the elements of a Word document into Markdown, paragraph by paragraph. */
export class WordReader implements XmlHandler {
  readonly #context: WordContext;
  readonly #places: BlockContainer[];
  #leftOut = 0;
  #settings: string[] = [];
  #isInText = false;
  #isHidden = false;
  #noteCount = 0;
  #equation: EquationReader | undefined;
  /** Whether the run is raised or lowered. */
  #script: Script | undefined;
  #dropCap = '';

  constructor(context: WordContext, body: BlockSink) {
    this.#context = context;
    this.#places = [{ sink: body, blocks: [], span: 1, paragraphs: [], tables: [] }];
  }

  onOpen(element: string, attributes: XmlAttributes): void {
    if (this.#equation !== undefined) this.#equation.onOpen(element, attributes);
    else if (this.#leftOut > 0 || (LEFT_OUT.has(element) && this.#settings.length === 0)) this.#leftOut += 1;
    else if (SETTINGS.has(element)) this.#settings.push(element);
    else if (this.#settings.length > 0) this.#set(element, attributes);
    else this.#openContent(element, attributes);
  }

  onClose(element: string): void {
    if (this.#equation !== undefined) this.#closeEquation(this.#equation);
    else if (this.#leftOut > 0) this.#leftOut -= 1;
    else if (SETTINGS.has(element)) this.#settings.pop();
    else if (this.#settings.length === 0) this.#closeContent(element);
  }

  onText(text: string): void {
    if (this.#equation !== undefined) this.#equation.onText(text);
    else if (this.#isInText && !this.#isHidden && this.#leftOut === 0) this.#add(text, this.#script);
  }

  #closeEquation(equation: EquationReader): void {
    equation.onClose();
    if (!equation.isComplete) return;
    this.#equation = undefined;
    this.#add(equation.text);
  }

  get #place(): BlockContainer {
    const place = this.#places.at(-1);
    if (place === undefined) throw new RangeError('More places end than begin');
    return place;
  }

  #add(text: string, script?: Script): void {
    const paragraph = this.#place.paragraphs.at(-1);
    if (paragraph !== undefined) paragraph.text += paragraph.scripts.write(text, script);
  }

  /** A setting of the current paragraph, run or cell. */
  #set(element: string, attributes: XmlAttributes): void {
    const value = prefixed(attributes, 'val') ?? '';
    const isOfParagraph = this.#settings.at(-1) === 'pPr';
    const paragraph = this.#place.paragraphs.at(-1);
    if (element === 'vanish' && this.#settings.length === 1) this.#isHidden = !['0', 'false', 'off'].includes(value);
    else if (element === 'vertAlign' && this.#settings.length === 1)
      this.#script = value === 'superscript' || value === 'subscript' ? value : undefined;
    else if (element === 'gridSpan') this.#place.span = Math.min(MAX_SPAN, Math.max(1, Number(value) || 1));
    else if (paragraph === undefined || !isOfParagraph) return;
    else if (element === 'pStyle') paragraph.style = value;
    else if (element === 'framePr') paragraph.isDropCap = (prefixed(attributes, 'dropCap') ?? 'none') !== 'none';
    else if (element === 'outlineLvl') paragraph.outline = Number(value);
    else if (element === 'numId') paragraph.numId = value;
    else if (element === 'ilvl') paragraph.level = Number(value);
  }

  #openContent(element: string, attributes: XmlAttributes): void {
    switch (element) {
      case 'p':
        this.#place.paragraphs.push(newParagraph(this.#dropCap));
        this.#dropCap = '';
        break;
      case 't':
        this.#isInText = true;
        break;
      case 'r':
        this.#isHidden = false;
        this.#script = undefined;
        break;
      case 'oMath':
        this.#equation = new EquationReader();
        this.#equation.onOpen(element, attributes);
        break;
      case 'docPr':
        this.#addPicture(attributes);
        break;
      case 'tab':
        this.#add('\t');
        break;
      case 'br':
      case 'cr':
        this.#add('\n');
        break;
      case 'noBreakHyphen':
        this.#add('-');
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.#addNote(`${element.slice(0, -'Reference'.length)}:${prefixed(attributes, 'id')}`);
        break;
      case 'commentReference':
        this.#addComment(`comment:${prefixed(attributes, 'id')}`);
        break;
      case 'tbl':
        this.#place.tables.push({ cells: [], notes: [] });
        break;
      case 'tc':
      case 'txbxContent':
        this.#openPlace();
        break;
      default:
        // A picture of before 2010.
        if (attributes.alt !== undefined) this.#addPicture({ descr: attributes.alt });
    }
  }

  #closeContent(element: string): void {
    switch (element) {
      case 'p':
        this.#endParagraph();
        break;
      case 't':
        this.#isInText = false;
        break;
      case 'tc':
        this.#endCell();
        break;
      case 'tr':
        this.#endRow();
        break;
      case 'tbl':
        this.#endTable();
        break;
      case 'txbxContent':
        this.#endTextBox();
        break;
    }
  }

  #openPlace(): void {
    const list = new BlockList();
    this.#places.push({ sink: list, blocks: list.blocks, span: 1, paragraphs: [], tables: [] });
  }

  #addNote(key: string): void {
    const text = this.#context.notes.get(key);
    const paragraph = this.#place.paragraphs.at(-1);
    if (text === undefined || paragraph === undefined) return;
    this.#noteCount += 1;
    this.#add(`[^${this.#noteCount}]`);
    paragraph.after.push({ kind: 'note', text: `[^${this.#noteCount}]: ${text}` });
  }

  #addComment(key: string): void {
    const text = this.#context.notes.get(key);
    if (text !== undefined) this.#place.paragraphs.at(-1)?.after.push({ kind: 'note', text: `Comment: ${text}` });
  }

  #addPicture({ descr, title, hidden = '' }: XmlAttributes): void {
    const text = ['1', 'true'].includes(hidden) ? '' : shownAlternative(descr, title);
    if (text !== '') this.#add(`![${text}]`);
  }

  #endParagraph(): void {
    const { paragraphs, sink } = this.#place;
    const paragraph = paragraphs.pop();
    if (paragraph === undefined) return;
    paragraph.text += paragraph.scripts.end();
    if (paragraph.isDropCap) {
      this.#dropCap = paragraph.text.trim();
      return;
    }
    const blocks = [...this.#describe(paragraph), ...paragraph.after];
    const host = paragraphs.at(-1);
    for (const block of blocks) {
      if (host === undefined) sink.add(block);
      else host.after.push(block);
    }
  }

  #describe(paragraph: Paragraph): Block[] {
    const text = paragraph.text.trim();
    const style = this.#context.styles.get(paragraph.style);
    const place = listPlace(paragraph, style);
    // Word shows no mark for an empty list paragraph, and does not count it.
    if (text === '') return [];
    const mark = place === undefined ? '' : (this.#context.lists.next(place) ?? '-');
    const heading = paragraph.outline === undefined ? style?.heading : headingOfOutline(paragraph.outline);
    if (heading !== undefined && heading > 0) {
      const title = text.replace(/\s*\n\s*/g, ' ');
      const words = mark === '' || mark === '-' ? title : `${mark} ${title}`;
      return [{ kind: 'paragraph', text: `${'#'.repeat(Math.min(heading, MAX_HEADING))} ${words}` }];
    }
    if (place === undefined || mark === '') return [{ kind: 'paragraph', text }];
    return [{ kind: 'item', text: `${INDENT.repeat(place.level)}${mark} ${text}` }];
  }

  #endCell(): void {
    if (this.#places.length === 1) return;
    const { blocks, span } = this.#place;
    this.#places.pop();
    const table = this.#place.tables.at(-1);
    if (table === undefined) return;
    table.notes.push(...blocks.filter(({ kind }) => kind === 'note'));
    const padding = Array.from({ length: span - 1 }, () => '');
    table.cells.push(lineOf(blocks.filter(({ kind }) => kind !== 'note')), ...padding);
  }

  #endRow(): void {
    const { tables, sink } = this.#place;
    const table = tables.at(-1);
    if (table === undefined) return;
    if (table.cells.some((cell) => cell.trim() !== '')) sink.addRow(table.cells);
    table.cells = [];
  }

  #endTable(): void {
    const { tables, sink } = this.#place;
    const table = tables.pop();
    sink.addRow(undefined);
    for (const note of table?.notes ?? []) sink.add(note);
  }

  #endTextBox(): void {
    if (this.#places.length === 1) return;
    const { blocks } = this.#place;
    this.#places.pop();
    const host = this.#place.paragraphs.at(-1);
    for (const block of blocks) {
      if (host === undefined) this.#place.sink.add(block);
      else host.after.push(block);
    }
  }
}

import { EquationReader } from '../../equation/equation-text.ts';
import { shownAlternative } from '../../text/alternative-text.ts';
import type { InlineLook } from '../../text/inline-writer.ts';
import { symbolAt } from '../../text/symbol-fonts.ts';
import type { XmlHandler } from '../../xml/xml-reader.ts';
import { Alternatives } from '../alternatives.ts';
import { prefixed, type XmlAttributes } from '../office-xml.ts';
import { type Block, BlockList, type BlockSink } from './blocks.ts';
import { isOn } from './styles.ts';
import type { WordContext } from './word-context.ts';
import {
  type BlockContainer,
  describeParagraph,
  newContainer,
  newParagraph,
  setCell,
  setParagraph,
  WordTable,
} from './word-places.ts';
import { RunLook } from './word-runs.ts';

/** Not part of the current text: moved passages, ruby. */
const LEFT_OUT = new Set(['moveFrom', 'rt', 'del']);
/** Elements that stand for a sign. */
const SIGNS = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' } as const;
/** Elements with settings; their children may have the names of text elements. */
const SETTINGS = new Set(['pPr', 'rPr', 'tblPr', 'trPr', 'tcPr', 'sectPr', 'sdtPr', 'tblGrid']);

/** Turns the elements of a Word document into Markdown, paragraph by paragraph. */
export class WordReader implements XmlHandler {
  readonly #context: WordContext;
  readonly #places: BlockContainer[];
  #leftOut = 0;
  #settings: string[] = [];
  #isInText = false;
  readonly #alternatives = new Alternatives();
  /** Fields of forms that are open, and whether they show the words that ask for their content. */
  readonly #fields: { readonly isUnfilled: boolean }[] = [];
  #run: RunLook;
  #noteCount = 0;
  #equation: EquationReader | undefined;

  constructor(context: WordContext, body: BlockSink) {
    this.#context = context;
    this.#places = [newContainer(body, [])];
    this.#run = new RunLook(context.styles);
  }

  onOpen(element: string, attributes: XmlAttributes): void {
    if (this.#equation !== undefined) this.#equation.onOpen(element, attributes);
    else if (this.#leftOut > 0 || this.#isLeftOut(element, attributes)) this.#leftOut += 1;
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

  /** Writes what waits for a paragraph that does not come. */
  end(): void {
    this.#writeJoined();
  }

  onText(text: string): void {
    if (this.#equation !== undefined) this.#equation.onText(text);
    else if (this.#isInText && !this.#isUnseen) {
      const style = this.#place.paragraphs.at(-1)?.style ?? '';
      this.#add(this.#run.shown(text, style), this.#run);
    }
  }

  /** Whether the text of the run is left out: it is hidden, or stands in for what nobody filled in. */
  get #isUnseen(): boolean {
    return this.#leftOut > 0 || this.#run.isHidden || this.#fields.some(({ isUnfilled }) => isUnfilled);
  }

  #isLeftOut(element: string, attributes: XmlAttributes): boolean {
    if (this.#settings.length > 0) return false;
    return LEFT_OUT.has(element) || this.#alternatives.isLeftOut(element, attributes);
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

  #add(text: string, look?: InlineLook): void {
    const paragraph = this.#place.paragraphs.at(-1);
    if (paragraph !== undefined) paragraph.text += paragraph.writer.write(text, look);
  }

  /** A block behind the paragraph that it hangs on. */
  #addBehind(block: Block): void {
    const host = this.#place.paragraphs.at(-1);
    if (host === undefined) this.#place.sink.add(block);
    else host.after.push(block);
  }

  /** A setting of the current paragraph, run, cell, row or field. */
  #set(element: string, attributes: XmlAttributes): void {
    const value = prefixed(attributes, 'val') ?? '';
    const kind = this.#settings.at(-1);
    const paragraph = this.#place.paragraphs.at(-1);
    if (kind === 'rPr' && this.#settings.length === 1) this.#run.set(element, attributes);
    else if (kind === 'tcPr') setCell(this.#place, element, value);
    else if (element === 'showingPlcHdr') this.#fields.splice(-1, 1, { isUnfilled: isOn(prefixed(attributes, 'val')) });
    else if (element === 'gridBefore') this.#place.tables.at(-1)?.skip(Number(value) || 0);
    else if (paragraph !== undefined) setParagraph(paragraph, { element, attributes, settings: this.#settings });
  }

  #openContent(element: string, attributes: XmlAttributes): void {
    switch (element) {
      case 'p':
        this.#place.paragraphs.push(newParagraph(this.#place.joined));
        this.#place.joined = '';
        break;
      case 't':
        this.#isInText = true;
        break;
      case 'r':
        this.#run = new RunLook(this.#context.styles);
        break;
      case 'sdt':
        this.#fields.push({ isUnfilled: false });
        break;
      case 'sym':
        this.#addSymbol(prefixed(attributes, 'font') ?? '', prefixed(attributes, 'char') ?? '');
        break;
      case 'altChunk':
      case 'chart':
        this.#addLinked(prefixed(attributes, 'id'));
        break;
      case 'relIds':
        this.#addLinked(prefixed(attributes, 'dm'));
        break;
      case 'oMath':
        this.#equation = new EquationReader();
        this.#equation.onOpen(element, attributes);
        break;
      case 'docPr':
        this.#addPicture(attributes);
        break;
      case 'tab':
      case 'br':
      case 'cr':
      case 'noBreakHyphen':
        this.#add(SIGNS[element]);
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.#addNote(`${element.slice(0, -'Reference'.length)}:${prefixed(attributes, 'id')}`);
        break;
      case 'commentReference':
        this.#addComment(`comment:${prefixed(attributes, 'id')}`);
        break;
      case 'tbl':
        this.#writeJoined();
        this.#place.tables.push(new WordTable());
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
      case 'sdt':
        this.#fields.pop();
        break;
      default:
        this.#alternatives.onClose(element);
    }
  }

  #openPlace(): void {
    const list = new BlockList();
    this.#places.push(newContainer(list, list.blocks));
  }

  /** @param code in hexadecimal */
  #addSymbol(font: string, code: string): void {
    if (this.#isUnseen) return;
    const sign = symbolAt(font, Number.parseInt(code, 16));
    if (sign === undefined) this.#context.unknownFonts.add(font);
    else this.#add(sign, this.#run);
  }

  #addLinked(id: string | undefined): void {
    const text = this.#context.linked.get(id ?? '') ?? '';
    if (text === '' || this.#isUnseen) return;
    this.#writeJoined();
    this.#addBehind({ kind: 'paragraph', text });
  }

  /** Text that waits for the next paragraph, when there is none. */
  #writeJoined(): void {
    const { joined, sink } = this.#place;
    if (joined.trim() !== '') sink.add({ kind: 'paragraph', text: joined.trim() });
    this.#place.joined = '';
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
    if (!this.#isUnseen) this.#context.comments.add(key);
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
    paragraph.text += paragraph.writer.end();
    if (paragraph.joins === 'letter') this.#place.joined = paragraph.text.trim();
    else if (paragraph.joins === 'text') this.#place.joined = paragraph.text.trimStart();
    const blocks = [
      ...(paragraph.joins !== undefined ? [] : describeParagraph(paragraph, this.#context)),
      ...paragraph.after,
    ];
    const host = paragraphs.at(-1);
    for (const block of blocks) {
      if (host === undefined) sink.add(block);
      else host.after.push(block);
    }
  }

  #endCell(): void {
    if (this.#places.length === 1) return;
    this.#writeJoined();
    const cell = this.#place;
    this.#places.pop();
    this.#place.tables.at(-1)?.add(cell);
  }

  #endRow(): void {
    const { tables, sink } = this.#place;
    const cells = tables.at(-1)?.takeRow() ?? [];
    if (cells.some((cell) => cell.trim() !== '')) sink.addRow(cells);
  }

  #endTable(): void {
    const { tables, sink } = this.#place;
    const table = tables.pop();
    sink.addRow(undefined);
    for (const note of table?.notes ?? []) sink.add(note);
  }

  #endTextBox(): void {
    if (this.#places.length === 1) return;
    this.#writeJoined();
    const { blocks } = this.#place;
    this.#places.pop();
    for (const block of blocks) this.#addBehind(block);
  }
}

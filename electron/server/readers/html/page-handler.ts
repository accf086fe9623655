import { EquationReader } from '../equation/equation-text.ts';
import { shownAlternative } from '../text/alternative-text.ts';
import type { BlockWriter } from '../text/block-writer.ts';
import { XmlError } from '../xml/xml-reader.ts';
import { ChosenOptions, type Display, displayOf, isNeverText, isUnseen, typedValue } from './displayed.ts';
import { HtmlScripts } from './html-scripts.ts';
import { HtmlTables } from './html-tables.ts';
import { InlineSvg } from './inline-svg.ts';

type Block = 'paragraph' | 'line' | 'list' | 'item' | 'row' | 'cell' | 'table' | 'group' | 'preformatted';

const BLOCK_TAGS: readonly (readonly [Block, string])[] = [
  [
    'paragraph',
    'address article aside blockquote dialog dl details fieldset figure footer form header hgroup main nav p',
  ],
  ['paragraph', 'h1 h2 h3 h4 h5 h6 search section'],
  ['line', 'body caption center dd div dt figcaption html legend optgroup option summary template'],
  ['group', 'tbody tfoot thead'],
  ['table', 'table'],
  ['list', 'dir menu ol ul'],
  ['item', 'li'],
  ['row', 'tr'],
  ['cell', 'td th'],
  ['preformatted', 'listing pre textarea'],
];

const blocks: ReadonlyMap<string, Block> = new Map(
  BLOCK_TAGS.flatMap(([block, tags]) => tags.split(' ').map((tag) => [tag, block] as const)),
);

/** Browsers stop nesting at 512. Beyond that, matching end tags would take far too long. */
const MAX_DEPTH = 10_000;

/** The page is nested deeper than any real page. */
export class HtmlTooDeepError extends Error {
  constructor() {
    super(`HTML with more than ${MAX_DEPTH} elements inside each other`);
  }
}

const HEADING = /^h[1-3]$/;

const NEVER = Number.POSITIVE_INFINITY;

/** Pages in frames in pages: nobody nests deeper. */
const MOST_FRAMES = 3;

type Attributes = Readonly<Record<string, string>>;

interface PageOptions {
  readonly withHidden: boolean;
  /** How many frames the page is in. */
  readonly level: number;
  /** Reads a page that is written into an attribute. */
  readonly readFrame: (html: string, level: number) => void;
}

/** A longer title was never closed. */
const MAX_TITLE_UNITS = 10_000;

/** The text of the first of some elements that has any. */
class FirstText {
  text: string | undefined;
  #written: string | undefined;

  open(): void {
    if (this.text === undefined) this.#written = '';
  }

  add(text: string): void {
    if (this.#written !== undefined && this.#written.length < MAX_TITLE_UNITS) this.#written += text;
  }

  close(): void {
    const text = this.#written?.replace(/\s+/g, ' ').trim();
    if (text !== '') this.text ??= text;
    this.#written = undefined;
  }
}

/** Number of the next item; undefined for a list with bullets. */
interface List {
  next: number | undefined;
}

/** Marks the items of lists, which may be nested. */
class HtmlLists {
  readonly #writer: BlockWriter;
  readonly #open: List[] = [];

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  open(name: string, { start }: Attributes): void {
    this.#endListOrParagraph();
    this.#open.push({ next: name === 'ol' ? Number.parseInt(start ?? '1', 10) || 1 : undefined });
  }

  close(): void {
    this.#open.pop();
    this.#endListOrParagraph();
  }

  startItem({ value }: Attributes): void {
    const list = this.#open.at(-1);
    const indent = '  '.repeat(Math.max(0, this.#open.length - 1));
    if (list?.next === undefined) {
      this.#writer.startItem(`${indent}- `);
      return;
    }
    const own = Number.parseInt(value ?? '', 10);
    const number = Number.isNaN(own) ? list.next : own;
    this.#writer.startItem(`${indent}${number}. `);
    list.next = number + 1;
  }

  /** A list inside an item belongs to the item. */
  #endListOrParagraph(): void {
    if (this.#open.length > 0) this.#writer.endLine();
    else this.#writer.endParagraph();
  }
}

/** Turns the events of an HTML parser into blocks. Its functions throw {@link HtmlTooDeepError}. */
export class PageHandler {
  readonly #writer: BlockWriter;
  readonly #options: PageOptions;
  readonly #lists: HtmlLists;
  readonly #tables: HtmlTables;
  readonly #scripts = new HtmlScripts();
  readonly #chosen = new ChosenOptions();
  readonly #svg = new InlineSvg();
  /** How the open elements are displayed, by their depth. */
  readonly #displays: Display[] = [];
  #depth = 0;
  /** Depth of an element that shows nothing, or repeats an equation for the eye. */
  #unseenAt = NEVER;
  #preformattedDepth = 0;
  #isInTitle = false;
  #equation: EquationReader | undefined;
  /** Whether an equation has just ended: a picture behind it shows the same. */
  #isBehindEquation = false;
  hasHidden = false;
  readonly title = new FirstText();
  readonly heading = new FirstText();

  constructor(writer: BlockWriter, options: PageOptions) {
    this.#writer = writer;
    this.#options = options;
    this.#lists = new HtmlLists(writer);
    this.#tables = new HtmlTables(writer);
  }

  onopentag(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new HtmlTooDeepError();
    const block = blocks.get(name);
    if (this.#equation !== undefined && (block !== undefined || isNeverText(name))) this.#endEquation(this.#equation);
    if (this.#equation !== undefined || name === 'math' || name.endsWith(':math')) {
      this.#openEquation(name, attributes);
      return;
    }
    if (name === 'iframe' && !this.#isUnseen) this.#readFrame(attributes);
    if (this.#isLeftOut(name, attributes)) this.#unseenAt = Math.min(this.#unseenAt, this.#depth);
    if (this.#isUnseen) return;
    if (name === 'svg' || this.#svg.isOpen(this.#depth)) {
      this.#add(this.#svg.onOpen(name, attributes, this.#depth));
      return;
    }
    this.#openSeen(name, attributes, block);
  }

  onclosetag(name: string): void {
    const depth = this.#depth;
    this.#scripts.onClose(name, depth);
    this.#depth -= 1;
    if (this.#equation !== undefined) {
      this.#equation.onClose();
      if (this.#equation.isComplete) this.#endEquation(this.#equation);
      return;
    }
    if (HEADING.test(name)) this.heading.close();
    if (this.#isUnseen) {
      if (depth <= this.#unseenAt) this.#unseenAt = NEVER;
      return;
    }
    if (this.#svg.isOpen(depth)) {
      this.#add(this.#svg.onClose(depth));
      return;
    }
    this.#closeSeen(name, depth);
  }

  ontext(text: string): void {
    if (this.#equation !== undefined) this.#equation.onText(text);
    else if (this.#isUnseen) this.hasHidden ||= /\S/.test(text);
    else if (this.#isInTitle) this.title.add(text);
    else if (this.#svg.isOpen(this.#depth)) this.#add(this.#svg.onText(text));
    else if (!this.#chosen.isLeftOut) this.#add(text);
  }

  #add(text: string): void {
    if (text === '') return;
    if (/\S/.test(text)) this.#isBehindEquation = false;
    this.heading.add(text);
    this.#tables.onText(text);
    this.#scripts.onText(text);
    if (this.#preformattedDepth > 0) this.#writer.addPreformatted(text);
    else this.#writer.addText(text, this.#scripts.current);
  }

  get #isUnseen(): boolean {
    return this.#unseenAt !== NEVER;
  }

  #isLeftOut(name: string, attributes: Attributes): boolean {
    if (attributes.class === 'katex-html' || isNeverText(name)) return true;
    return !this.#options.withHidden && isUnseen(name, attributes);
  }

  #readFrame({ srcdoc = '' }: Attributes): void {
    const { level, readFrame } = this.#options;
    if (srcdoc === '' || level >= MOST_FRAMES) return;
    this.#writer.endParagraph();
    readFrame(srcdoc, level + 1);
    this.#writer.endParagraph();
  }

  #openSeen(name: string, attributes: Attributes, block: Block | undefined): void {
    if (HEADING.test(name)) this.heading.open();
    this.#scripts.onOpen(name, attributes, this.#depth);
    this.#chosen.onOpen(name, attributes);
    this.#displays[this.#depth] = displayOf(name, attributes);
    this.#part(block, this.#depth);
    if (name === 'title') {
      this.#isInTitle = true;
      this.title.open();
    } else if (name === 'img') this.#addPicture(attributes);
    else if (name === 'input') this.#add(` ${typedValue(attributes)} `);
    else if (name === 'br') this.#writer.addLineEnd();
    else if (name === 'hr') this.#writer.endParagraph();
    else if (block !== undefined) this.#open(block, name, attributes);
  }

  #closeSeen(name: string, depth: number): void {
    const block = blocks.get(name);
    this.#chosen.onClose(name);
    if (name === 'title') {
      this.#isInTitle = false;
      this.title.close();
    } else if (block !== undefined) this.#close(block);
    this.#part(block, depth);
    this.#displays.length = Math.min(this.#displays.length, depth);
  }

  /** Separates the text of an element from that around it, where its style says so. */
  #part(block: Block | undefined, depth: number): void {
    if (block !== undefined) {
      if (block !== 'cell') this.#tables.onText(' ');
      return;
    }
    const display = this.#displays[depth];
    if (display === 'box' || display === 'flexible' || this.#displays[depth - 1] === 'flexible') this.#writer.endLine();
    else if (display !== 'beside') return;
    else if (this.#preformattedDepth === 0) this.#writer.addText(' ');
    this.#tables.onText(' ');
  }

  #openEquation(name: string, attributes: Attributes): void {
    this.#equation ??= new EquationReader();
    try {
      this.#equation.onOpen(name, attributes);
    } catch (error) {
      throw error instanceof XmlError ? new HtmlTooDeepError() : error;
    }
  }

  #endEquation(equation: EquationReader): void {
    this.#equation = undefined;
    if (this.#isUnseen) return;
    this.#isBehindEquation = true;
    this.heading.add(equation.text);
    this.#tables.onText(equation.text);
    this.#writer.addText(equation.text);
  }

  #addPicture(attributes: Attributes): void {
    const isForTheEye = attributes['aria-hidden'] === 'true' || attributes.role === 'presentation';
    const text = isForTheEye || this.#isBehindEquation ? '' : shownAlternative(attributes.alt);
    if (text !== '' && this.#preformattedDepth === 0) this.#writer.addText(` ![${text}] `);
  }

  #open(block: Block, name: string, attributes: Attributes): void {
    this.#isBehindEquation = false;
    if (block === 'list') this.#lists.open(name, attributes);
    else if (block === 'item') this.#lists.startItem(attributes);
    else if (block === 'row') this.#tables.openRow();
    else if (block === 'cell') this.#tables.openCell(attributes);
    else if (block === 'line' || block === 'group') this.#writer.endLine();
    else this.#writer.endParagraph();
    if (block === 'table') this.#tables.openTable();
    if (block === 'group') this.#tables.openGroup();
    if (block === 'preformatted') this.#preformattedDepth += 1;
  }

  #close(block: Block): void {
    // An equation may have a line of its own, before its picture.
    if (block !== 'line') this.#isBehindEquation = false;
    if (block === 'list') this.#lists.close();
    else if (block === 'item') this.#writer.endItem();
    else if (block === 'row') this.#tables.closeRow();
    else if (block === 'cell') this.#tables.closeCell();
    else if (block === 'line' || block === 'group') this.#writer.endLine();
    else this.#writer.endParagraph();
    if (block === 'table') this.#tables.closeTable();
    if (block === 'preformatted') this.#preformattedDepth -= 1;
  }
}

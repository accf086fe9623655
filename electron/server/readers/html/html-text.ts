// Why no library: 3.3 MB take 8 s and 164 MB (turndown 27 s, 509 MB, without tables), and 5,000 nested elements can be read (turndown overflows the stack).
import type { Parser } from 'htmlparser2';
import { EquationReader } from '../equation/equation-text.ts';
import { shownAlternative } from '../text/alternative-text.ts';
import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import type { TextReader } from '../text/text-reader.ts';
import { XmlError } from '../xml/xml-reader.ts';
import { FirstText } from './first-text.ts';
import { HtmlScripts } from './html-scripts.ts';

/** The text of an HTML page as a reader sees it. */
export interface HtmlText {
  readonly title: string | undefined;
  /** Empty lines separate paragraphs; items, rows and other blocks have their own lines. */
  readonly text: string;
}

/** Reads HTML from a stream. */
export interface HtmlTextReader extends TextReader {
  /** Title from the page's head, once the head has been read. */
  readonly title: string | undefined;
  /** The first heading (h1 to h3), once it has been read. */
  readonly heading: string | undefined;
}

export interface HtmlTextOptions {
  /** Whether the page is XHTML: then `<title/>` is a complete element, and CDATA sections are text. */
  readonly isXhtml?: boolean;
}

type Block = 'paragraph' | 'line' | 'list' | 'item' | 'row' | 'cell' | 'preformatted' | 'unseen';

const BLOCK_TAGS: readonly (readonly [Block, string])[] = [
  ['paragraph', 'address article aside blockquote dl details fieldset figure footer form header hgroup main nav p'],
  ['paragraph', 'h1 h2 h3 h4 h5 h6 section table'],
  ['line', 'body caption center dd div dt figcaption html legend summary tbody tfoot thead'],
  ['list', 'dir menu ol ul'],
  ['item', 'li'],
  ['row', 'tr'],
  ['cell', 'td th'],
  ['preformatted', 'listing pre textarea'],
  ['unseen', 'audio canvas datalist iframe noscript object script select style svg template video'],
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

/** @throws HtmlTooDeepError */
export async function htmlToText(html: string, options?: HtmlTextOptions): Promise<HtmlText> {
  return (await openHtmlToText(options))(html);
}

/** {@link htmlToText} without waiting, for many texts. */
export async function openHtmlToText(options: HtmlTextOptions = {}): Promise<(html: string) => HtmlText> {
  const { Parser } = await import('htmlparser2');
  return (html) => {
    const reader = readerWith(Parser, options);
    const text = reader.write(html) + reader.end();
    return { title: reader.title, text };
  };
}

/** Makes a reader for one page. Its functions throw {@link HtmlTooDeepError}. */
export async function createHtmlTextReader(options: HtmlTextOptions = {}): Promise<HtmlTextReader> {
  const { Parser } = await import('htmlparser2');
  return readerWith(Parser, options);
}

function readerWith(HtmlParser: typeof Parser, { isXhtml = false }: HtmlTextOptions): HtmlTextReader {
  const writer = createBlockWriter();
  const page = new PageHandler(writer);
  const parser = new HtmlParser(page, {
    decodeEntities: true,
    recognizeSelfClosing: isXhtml,
    recognizeCDATA: isXhtml,
  });
  return {
    get title() {
      return page.title.text;
    },
    get heading() {
      return page.heading.text;
    },
    write(html) {
      parser.write(html);
      return writer.take();
    },
    end() {
      parser.end();
      return writer.end();
    },
  };
}

/** Number of the next item; undefined for a list with bullets. */
interface List {
  next: number | undefined;
}

const HEADING = /^h[1-3]$/;

/** Turns parser events into blocks. */
class PageHandler {
  readonly #writer: BlockWriter;
  readonly #lists: List[] = [];
  #depth = 0;
  #unseenDepth = 0;
  #preformattedDepth = 0;
  #isInTitle = false;
  #equation: EquationReader | undefined;
  /** Whether an equation has just ended: a picture behind it shows the same. */
  #isBehindEquation = false;
  /** Depth of an element that repeats an equation for the eye. */
  #repeatedAt = Number.POSITIVE_INFINITY;
  readonly #scripts = new HtmlScripts();
  readonly title = new FirstText();
  readonly heading = new FirstText();

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new HtmlTooDeepError();
    const block = blocks.get(name);
    if (this.#equation !== undefined && block !== undefined) this.#endEquation(this.#equation);
    if (this.#equation !== undefined || name === 'math' || name.endsWith(':math')) {
      this.#openEquation(name, attributes);
      return;
    }
    if (attributes.class === 'katex-html') this.#repeatedAt = Math.min(this.#repeatedAt, this.#depth);
    if (block === 'unseen') this.#unseenDepth += 1;
    if (this.#isUnseen) return;
    if (HEADING.test(name)) this.heading.open();
    this.#scripts.onOpen(name, attributes, this.#depth);
    if (name === 'title') {
      this.#isInTitle = true;
      this.title.open();
    } else if (name === 'img') this.#addPicture(attributes);
    else if (name === 'br') this.#writer.addLineEnd();
    else if (name === 'hr') this.#writer.endParagraph();
    else if (block !== undefined) this.#open(block, name, attributes);
  }

  onclosetag(name: string): void {
    this.#scripts.onClose(name, this.#depth);
    this.#depth -= 1;
    if (this.#depth < this.#repeatedAt) this.#repeatedAt = Number.POSITIVE_INFINITY;
    if (this.#equation !== undefined) {
      this.#equation.onClose();
      if (this.#equation.isComplete) this.#endEquation(this.#equation);
      return;
    }
    const block = blocks.get(name);
    if (HEADING.test(name)) this.heading.close();
    if (block === 'unseen') this.#unseenDepth -= 1;
    else if (this.#isUnseen) return;
    else if (name === 'title') {
      this.#isInTitle = false;
      this.title.close();
    } else if (block !== undefined) this.#close(block);
  }

  ontext(text: string): void {
    if (this.#equation !== undefined) {
      this.#equation.onText(text);
      return;
    }
    if (this.#isUnseen) return;
    if (/\S/.test(text)) this.#isBehindEquation = false;
    if (this.#isInTitle) {
      this.title.add(text);
      return;
    }
    this.heading.add(text);
    this.#scripts.onText(text);
    if (this.#preformattedDepth > 0) this.#writer.addPreformatted(text);
    else this.#writer.addText(text, this.#scripts.current);
  }

  get #isUnseen(): boolean {
    return this.#unseenDepth > 0 || this.#depth >= this.#repeatedAt;
  }

  #openEquation(name: string, attributes: Readonly<Record<string, string>>): void {
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
    this.#writer.addText(equation.text);
  }

  #addPicture(attributes: Readonly<Record<string, string>>): void {
    const isForTheEye = attributes['aria-hidden'] === 'true' || attributes.role === 'presentation';
    const text = isForTheEye || this.#isBehindEquation ? '' : shownAlternative(attributes.alt);
    if (text !== '' && this.#preformattedDepth === 0) this.#writer.addText(` ![${text}] `);
  }

  #open(block: Block, name: string, attributes: Readonly<Record<string, string>>): void {
    const writer = this.#writer;
    this.#isBehindEquation = false;
    if (block === 'list') {
      this.#endListOrParagraph();
      this.#lists.push({ next: name === 'ol' ? Number.parseInt(attributes.start ?? '1', 10) || 1 : undefined });
    } else if (block === 'item') writer.startItem(this.#nextMarker());
    else if (block === 'row') writer.startRow();
    else if (block === 'cell') writer.startCell();
    else if (block === 'line') writer.endLine();
    else writer.endParagraph();
    if (block === 'preformatted') this.#preformattedDepth += 1;
  }

  #close(block: Block): void {
    const writer = this.#writer;
    // An equation may have a line of its own, before its picture.
    if (block !== 'line') this.#isBehindEquation = false;
    if (block === 'list') {
      this.#lists.pop();
      this.#endListOrParagraph();
    } else if (block === 'item') writer.endItem();
    else if (block === 'row') writer.endRow();
    else if (block === 'line') writer.endLine();
    else if (block !== 'cell') writer.endParagraph();
    if (block === 'preformatted') this.#preformattedDepth -= 1;
  }

  /** A list inside an item belongs to the item. */
  #endListOrParagraph(): void {
    if (this.#lists.length > 0) this.#writer.endLine();
    else this.#writer.endParagraph();
  }

  #nextMarker(): string {
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1));
    if (list?.next === undefined) return `${indent}- `;
    const marker = `${indent}${list.next}. `;
    list.next += 1;
    return marker;
  }
}

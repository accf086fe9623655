import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import type { BlockWriter } from '../text/block-writer.ts';
import { openText } from '../text/open-text.ts';
import { peek, readThrough, type TextReader } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { createXmlBlockReader } from './xml-block-reader.ts';
import { localName } from './xml-part.ts';
import { XmlError, type XmlHandler } from './xml-reader.ts';

/** Enough to find out whether there are tags at all. */
const HEAD_UNITS = 64 * 1024;

interface Element {
  hasText: boolean;
  hasChild: boolean;
}

/**
 * Makes a reader that removes the tags of XML. An element has its own line, and an element with children is a paragraph; elements within text, as in
 * `a <b>word</b> of it`, stay in the line. Its functions throw XmlError.
 */
async function createXmlTextReader(textOfPage: (html: string) => string): Promise<TextReader> {
  return createXmlBlockReader((writer) => new XmlTextHandler(writer, textOfPage));
}

/** What feeds begin with, and their elements whose text is mostly a page. */
const FEEDS = new Set(['rss', 'feed', 'RDF']);
const PAGES = new Set([
  'description',
  'encoded',
  'content',
  'summary',
  'title',
  'body',
  'subtitle',
  'tagline',
  'rights',
]);
const MARKUP =
  /<\/?(?:p|br|div|span|a|b|i|em|strong|ul|ol|li|img|h[1-6]|table|tr|td|blockquote|pre|code|figure|hr)\b[^<>]*>|&(?:[a-z]+|#\d+);/i;
/** Longer ones are taken as they are. In UTF-16 units. */
const LONGEST_PAGE = 4 * 1024 * 1024;

class XmlTextHandler implements XmlHandler {
  readonly #writer: BlockWriter;
  readonly #open: Element[] = [];
  readonly #textOfPage: (html: string) => string;
  #isFeed = false;
  /** The text of an element that may be a page, until it ends. */
  #page: string | undefined;
  /** An element has ended; the next text decides whether its line ends too. */
  #ended: Element | undefined;

  constructor(writer: BlockWriter, textOfPage: (html: string) => string) {
    this.#writer = writer;
    this.#textOfPage = textOfPage;
  }

  onOpen(name: string): void {
    this.#writePage();
    this.#endLine();
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      parent.hasChild = true;
      if (!parent.hasText) this.#writer.endLine();
    }
    this.#open.push({ hasText: false, hasChild: false });
    if (this.#open.length === 1) this.#isFeed = FEEDS.has(localName(name));
    if (this.#isFeed && PAGES.has(localName(name))) this.#page = '';
  }

  onClose(): void {
    this.#writePage();
    this.#endLine();
    const element = this.#open.pop();
    if (this.#open.at(-1)?.hasText !== true) this.#ended = element;
  }

  onText(text: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined && /\S/.test(text)) {
      element.hasText = true;
      this.#ended = undefined;
    }
    if (this.#page === undefined) {
      this.#writer.addText(text);
      return;
    }
    this.#page += text;
    if (this.#page.length > LONGEST_PAGE) this.#writePage();
  }

  /** A page that an element has as its text, as feeds have them, is read as one. */
  #writePage(): void {
    const page = this.#page ?? '';
    this.#page = undefined;
    if (page.length > LONGEST_PAGE || !MARKUP.test(page)) {
      this.#writer.addText(page);
      return;
    }
    for (const line of this.#textOfPage(page).split('\n')) {
      if (line === '') this.#writer.endParagraph();
      else {
        this.#writer.addText(line);
        this.#writer.endLine();
      }
    }
  }

  #endLine(): void {
    if (this.#ended === undefined) return;
    if (this.#ended.hasChild) this.#writer.endParagraph();
    else this.#writer.endLine();
    this.#ended = undefined;
  }
}

/** The text of an XML file without its tags: one document per file, streamed. */
export async function* readXml(
  file: SourceFile,
  context: LoadContext,
  textOfPage: (html: string) => string,
): AsyncGenerator<LoadedDocument> {
  const wanted = 'an XML file';
  const { start, pieces } = await peek(await openText(file, wanted, context, { isMarkup: true }), HEAD_UNITS);
  if (!/^\s*</.test(start)) throw wrongContent(file, wanted, 'a text file');
  const name = (error: unknown) =>
    error instanceof XmlError ? fileCorrupt(file, `its XML is damaged (${error.message})`, error) : error;
  const text = await withFirstText(translatingErrors(readThrough(pieces, await createXmlTextReader(textOfPage)), name));
  if (text === undefined) {
    throw fileHasNoText(file, 'its elements hold none', 'if its data is in attributes, load it as plain text');
  }
  yield { text, metadata: {} };
}

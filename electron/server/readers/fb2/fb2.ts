import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { shownAlternative } from '../text/alternative-text.ts';
import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import { openText } from '../text/open-text.ts';
import type { Script } from '../text/script-writer.ts';
import { peek, readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { localName } from '../xml/xml-part.ts';
import { createXmlReader, XmlError, type XmlHandler } from '../xml/xml-reader.ts';

/** Enough for a declaration and comments before the first element. */
const HEAD_UNITS = 16 * 1024;

/** Markdown has no deeper headings. */
const MAX_HEADING = 6;
/** Titles and names are shorter. In UTF-16 units. */
const MAX_FACT_UNITS = 10_000;

const PARAGRAPHS = new Set(['p', 'subtitle', 'text-author', 'cite', 'epigraph', 'poem', 'stanza', 'section', 'table']);
const SCRIPTS: ReadonlyMap<string, Script> = new Map([
  ['sup', 'superscript'],
  ['sub', 'subscript'],
]);
/** What the description says of the author's name, in this order. */
const NAME_PARTS = new Set(['first-name', 'middle-name', 'last-name', 'nickname']);

/** Writes the text of a FictionBook (2.0 and 2.1) as Markdown, and keeps what its description says. */
class Fb2Handler implements XmlHandler {
  readonly #writer: BlockWriter;
  /** Open elements, without prefixes. */
  readonly #open: string[] = [];
  #bodies = 0;
  #sections = 0;
  /** The title that is being read. */
  #title: string | undefined;
  #script: Script | undefined;
  readonly #facts = new Map<string, string>();
  readonly #authors: string[] = [];

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  /** Title, author and language, once the description has been read. */
  get facts(): Readonly<Record<string, string>> {
    const author = this.#authors.map(oneLine).filter(Boolean).join(', ');
    const facts = { title: this.#facts.get('book-title'), author, language: this.#facts.get('lang') };
    const shown = Object.entries(facts).map(([name, value = '']) => [name, oneLine(value)] as const);
    return Object.fromEntries(shown.filter(([, value]) => value !== ''));
  }

  onOpen(written: string, attributes: Readonly<Record<string, string>>): void {
    const name = localName(written);
    const isInInfo = this.#open.includes('title-info');
    this.#open.push(name);
    if (name === 'body') this.#bodies += 1;
    if (isInInfo && name === 'author') this.#authors.push('');
    if (this.#bodies === 0) return;
    if (name === 'section') this.#sections += 1;
    if (PARAGRAPHS.has(name)) this.#writer.endParagraph();
    if (name === 'v') this.#writer.endLine();
    else if (name === 'title') this.#title = '';
    else if (name === 'tr') this.#writer.startRow();
    else if (name === 'td' || name === 'th') this.#writer.startCell();
    else if (name === 'image') this.#addPicture(attributes);
    this.#script = SCRIPTS.get(name) ?? this.#script;
  }

  onClose(): void {
    const name = this.#open.pop() ?? '';
    if (this.#bodies === 0) return;
    if (name === 'body') this.#bodies -= 1;
    if (name === 'title') this.#endTitle();
    else if (this.#title !== undefined) this.#title += name === 'p' ? ' ' : '';
    if (name === 'section') this.#sections -= 1;
    if (PARAGRAPHS.has(name)) this.#writer.endParagraph();
    if (name === 'v') this.#writer.endLine();
    else if (name === 'tr') this.#writer.endRow();
    if (SCRIPTS.has(name)) this.#script = undefined;
  }

  onText(text: string): void {
    if (this.#title !== undefined) this.#title = `${this.#title}${text}`.slice(0, MAX_FACT_UNITS);
    else if (this.#bodies > 0) this.#writer.addText(text, this.#script);
    else this.#addFact(text);
  }

  #addFact(text: string): void {
    const name = this.#open.at(-1) ?? '';
    const around = this.#open.at(-2);
    if (around === 'title-info' && (name === 'book-title' || name === 'lang')) {
      this.#facts.set(name, `${this.#facts.get(name) ?? ''}${text}`.slice(0, MAX_FACT_UNITS));
    } else if (around === 'author' && this.#open.at(-3) === 'title-info' && NAME_PARTS.has(name)) {
      this.#authors.push(`${this.#authors.pop() ?? ''} ${text}`.slice(0, MAX_FACT_UNITS));
    }
  }

  #endTitle(): void {
    const title = oneLine(this.#title ?? '');
    this.#title = undefined;
    this.#writer.endParagraph();
    if (title !== '') this.#writer.addText(`${'#'.repeat(Math.min(this.#sections + 1, MAX_HEADING))} ${title}`);
    this.#writer.endParagraph();
  }

  #addPicture({ alt, title }: Readonly<Record<string, string>>): void {
    const text = shownAlternative(alt, title);
    if (text !== '' && this.#title === undefined) this.#writer.addText(` ![${text}] `);
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text of a FictionBook as Markdown, with its title, author and language; streamed. Its pictures are left out. */
export async function* readFb2(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const wanted = 'an FB2 book';
  const { start, pieces } = await peek(await openText(file, wanted, context, { isMarkup: true }), HEAD_UNITS);
  if (!/<(?:\w+:)?FictionBook\b/.test(start)) throw wrongContent(file, wanted, 'a text file');
  const writer = createBlockWriter();
  const handler = new Fb2Handler(writer);
  const xml = await createXmlReader(handler);
  const reader = {
    write(piece: string): string {
      xml.write(piece);
      return writer.take();
    },
    end(): string {
      xml.end();
      return writer.end();
    },
  };
  const name = (error: unknown) =>
    error instanceof XmlError ? fileCorrupt(file, `its XML is damaged (${error.message})`, error) : error;
  const text = await withFirstText(translatingErrors(readThrough(pieces, reader), name));
  if (text === undefined) throw fileHasNoText(file, 'its sections are empty', 'check that it was saved completely');
  yield { text, metadata: handler.facts };
}

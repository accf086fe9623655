import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import type { BlockWriter } from '../text/block-writer.ts';
import { openText } from '../text/open-text.ts';
import { peek, readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { createXmlBlockReader } from '../xml/xml-block-reader.ts';
import { XmlError, type XmlHandler } from '../xml/xml-reader.ts';

/** Enough for a declaration and long comments before the first element. */
const HEAD_UNITS = 16 * 1024;

/** Elements whose text a picture shows or names; a line each. */
const LINES = new Set(['text', 'title', 'desc', 'p', 'div', 'li']);
/** Text of programs within them, and what no picture shows. */
const UNSEEN = new Set(['style', 'script', 'metadata', 'defs']);

/** The words of a drawing (SVG): what it shows, its titles and descriptions; streamed. */
export async function* readSvg(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const wanted = 'a drawing (.svg)';
  const { start, pieces } = await peek(await openText(file, wanted, context, { isMarkup: true }), HEAD_UNITS);
  if (!/^\s*</.test(start)) throw wrongContent(file, wanted, 'a text file');
  const reader = await createXmlBlockReader((writer) => new SvgHandler(writer));
  const name = (error: unknown) =>
    error instanceof XmlError ? fileCorrupt(file, `its XML is damaged (${error.message})`, error) : error;
  const text = await withFirstText(translatingErrors(readThrough(pieces, reader), name));
  if (text === undefined) {
    throw fileHasNoText(file, 'it is a drawing without words', 'leave it out, or describe it in a text file');
  }
  yield { text, metadata: {} };
}

class SvgHandler implements XmlHandler {
  readonly #writer: BlockWriter;
  /** How many open elements hold words, and how many hold none that are seen. */
  #shown = 0;
  #unseen = 0;

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name);
    if (UNSEEN.has(local)) this.#unseen += 1;
    if (LINES.has(local)) {
      this.#shown += 1;
      this.#writer.endLine();
    }
    // A part of a text that begins at a place of its own, which is mostly a line below.
    if (local === 'tspan' && ('y' in attributes || 'dy' in attributes || 'x' in attributes)) this.#writer.addText(' ');
  }

  onClose(name: string): void {
    const local = localName(name);
    if (UNSEEN.has(local)) this.#unseen -= 1;
    if (LINES.has(local)) {
      this.#shown -= 1;
      this.#writer.endLine();
    }
  }

  onText(text: string): void {
    if (this.#shown > 0 && this.#unseen === 0) this.#writer.addText(text);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

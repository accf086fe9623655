import type { BlockWriter } from '../text/block-writer.ts';
import type { TextReader } from '../text/text-reader.ts';
import { createXmlBlockReader } from './xml-block-reader.ts';
import type { XmlHandler } from './xml-reader.ts';

interface Element {
  hasText: boolean;
  hasChild: boolean;
}

/**
 * Makes a reader that removes the tags of XML. An element has its own line, and an element with children is a paragraph; elements within text, as in
 * `a <b>word</b> of it`, stay in the line. Its functions throw XmlError.
 */
export async function createXmlTextReader(): Promise<TextReader> {
  return createXmlBlockReader((writer) => new XmlTextHandler(writer));
}

class XmlTextHandler implements XmlHandler {
  readonly #writer: BlockWriter;
  readonly #open: Element[] = [];
  /** An element has ended; the next text decides whether its line ends too. */
  #ended: Element | undefined;

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  onOpen(): void {
    this.#endLine();
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      parent.hasChild = true;
      if (!parent.hasText) this.#writer.endLine();
    }
    this.#open.push({ hasText: false, hasChild: false });
  }

  onClose(): void {
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
    this.#writer.addText(text);
  }

  #endLine(): void {
    if (this.#ended === undefined) return;
    if (this.#ended.hasChild) this.#writer.endParagraph();
    else this.#writer.endLine();
    this.#ended = undefined;
  }
}

// Why no library: recall on 61 public files is .960, those of the best library .873.
import { type BlockWriter, createBlockWriter } from '../text/block-writer.ts';
import type { TextReader } from '../text/text-reader.ts';
import { createXmlBlockReader } from '../xml/xml-block-reader.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';

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

/** A row with thousands of equal cells is the empty rest of a sheet. */
const MAX_EQUAL_CELLS = 64;

/** Makes a reader of the `content.xml` of an OpenDocument text. Its functions throw XmlError. */
export async function createOdtTextReader(): Promise<TextReader> {
  return createXmlBlockReader(createOdtHandler);
}

export interface OdtHandlerOptions {
  /** Paragraphs and lists become lines, as on a slide; the caller adds further separators. */
  readonly isTight?: boolean;
}

/** Writes the text of OpenDocument elements, which have their usual prefixes. */
export function createOdtHandler(writer: BlockWriter, { isTight = false }: OdtHandlerOptions = {}): XmlHandler {
  return new OdtHandler(writer, isTight);
}

interface List {
  readonly isNumbered: boolean;
  next: number;
}

type Attributes = Readonly<Record<string, string>>;

class OdtHandler implements XmlHandler {
  readonly #body: BlockWriter;
  #writer: BlockWriter;
  readonly #isTight: boolean;
  /** Text counts only inside paragraphs and headings. */
  #paragraphs = 0;
  #unseen = 0;
  readonly #lists: List[] = [];
  /** Numbered levels, by the name of the list style. */
  readonly #numberedLevels = new Map<string, Set<string>>();
  #listStyle = '';
  /** Styles of the open lists: a nested list inherits its parent's style. */
  readonly #openStyles: string[] = [];
  /** Footnotes of the paragraph; they are written after it. */
  readonly #notes: string[] = [];

  constructor(writer: BlockWriter, isTight: boolean) {
    this.#body = writer;
    this.#writer = writer;
    this.#isTight = isTight;
  }

  onOpen(name: string, attributes: Attributes): void {
    if (UNSEEN_ELEMENTS.has(name)) this.#unseen += 1;
    if (this.#unseen > 0) return;
    if (name === 'text:p' || name === 'text:h') this.#startParagraph();
    else if (name.startsWith('table:')) this.#openTable(name, attributes);
    else if (name.startsWith('text:list')) this.#openList(name, attributes);
    else if (name === 'text:s') this.#writer.addText(' ');
    else if (name === 'text:tab') this.#writer.addText(' ');
    else if (name === 'text:line-break') this.#writer.addLineEnd();
    else if (name === 'text:note-body') this.#writer = createBlockWriter();
  }

  onClose(name: string): void {
    if (UNSEEN_ELEMENTS.has(name)) this.#unseen -= 1;
    if (this.#unseen > 0) return;
    if (name === 'text:p' || name === 'text:h') this.#endParagraph();
    else if (name === 'table:table-row') this.#writer.endRow();
    else if (name === 'table:table') this.#writer.endParagraph();
    else if (name === 'text:list-item' || name === 'text:list-header') this.#writer.endItem();
    else if (name === 'text:list') this.#closeList();
    else if (name === 'text:note-body') this.#endNote();
  }

  onText(text: string): void {
    if (this.#paragraphs > 0 && this.#unseen === 0) this.#writer.addText(text);
  }

  #startParagraph(): void {
    this.#paragraphs += 1;
    // A paragraph in an item stays on the item's line.
    if (this.#lists.length > 0) this.#writer.endLine();
    else this.#endBlock();
  }

  #endParagraph(): void {
    this.#paragraphs -= 1;
    if (this.#lists.length > 0) this.#writer.endLine();
    else this.#endBlock();
    if (this.#writer !== this.#body) return;
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

  #endNote(): void {
    this.#notes.push(this.#writer.take());
    this.#writer = this.#body;
  }

  #openTable(name: string, attributes: Attributes): void {
    if (name === 'table:table') this.#writer.endParagraph();
    else if (name === 'table:table-row') this.#writer.startRow();
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      const count = Number(attributes['table:number-columns-repeated'] ?? 1);
      for (let cell = 0; cell < Math.min(count, MAX_EQUAL_CELLS); cell += 1) this.#writer.startCell();
    }
  }

  #openList(name: string, attributes: Attributes): void {
    if (name === 'text:list-style') this.#listStyle = attributes['style:name'] ?? '';
    else if (name === 'text:list-level-style-number') this.#addNumberedLevel(attributes['text:level'] ?? '');
    else if (name === 'text:list-item') this.#writer.startItem(this.#nextMarker());
    else if (name === 'text:list') {
      if (this.#lists.length === 0) this.#endBlock();
      const style = attributes['text:style-name'] ?? this.#openStyles.at(-1) ?? '';
      this.#openStyles.push(style);
      const level = String(this.#lists.length + 1);
      this.#lists.push({ isNumbered: this.#numberedLevels.get(style)?.has(level) ?? false, next: 1 });
    }
  }

  #addNumberedLevel(level: string): void {
    const levels = this.#numberedLevels.get(this.#listStyle) ?? new Set();
    this.#numberedLevels.set(this.#listStyle, levels.add(level));
  }

  #closeList(): void {
    this.#lists.pop();
    this.#openStyles.pop();
    if (this.#lists.length === 0) this.#endBlock();
  }

  #nextMarker(): string {
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1));
    if (list?.isNumbered !== true) return `${indent}- `;
    const marker = `${indent}${list.next}. `;
    list.next += 1;
    return marker;
  }
}

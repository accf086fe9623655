import type { BlockWriter } from '../text/block-writer.ts';

type Attributes = Readonly<Record<string, string>>;

/** Number of the next item; undefined for a list with bullets. */
interface List {
  next: number | undefined;
}

/** Marks the items of lists, which may be nested. */
export class HtmlLists {
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

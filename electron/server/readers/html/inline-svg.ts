import { shownAlternative } from '../text/alternative-text.ts';

type Attributes = Readonly<Record<string, string>>;

const NEVER = Number.POSITIVE_INFINITY;

/** What drawings keep for other places, and for programs. */
const UNSEEN = new Set(['defs', 'desc', 'metadata', 'script', 'style', 'symbol']);

/** The words of a drawing within a page: its texts, and its title where it is described as a picture. */
export class InlineSvg {
  #at = NEVER;
  #textAt = NEVER;
  #titleAt = NEVER;
  #unseenAt = NEVER;
  /** Of what is a page again. */
  #pageAt = NEVER;
  #title = '';
  #isShown = false;

  /** Whether what comes now is part of a drawing. */
  isOpen(depth: number): boolean {
    return depth >= this.#at && depth < this.#pageAt;
  }

  /** @returns what to write in front of the element */
  onOpen(name: string, attributes: Attributes, depth: number): string {
    if (this.#at === NEVER) {
      this.#at = depth;
      this.#title = attributes['aria-label'] ?? '';
      this.#isShown = attributes.role === 'img';
    } else if (UNSEEN.has(name) || attributes.display === 'none') this.#unseenAt = Math.min(this.#unseenAt, depth);
    else if (name === 'foreignobject') this.#pageAt = depth;
    else if (name === 'title') this.#titleAt = Math.min(this.#titleAt, depth);
    else if (name === 'text') {
      this.#textAt = Math.min(this.#textAt, depth);
      this.#isShown = true;
      return `${this.#takeTitle()} `;
    } else if (name === 'tspan' && ('x' in attributes || 'y' in attributes || 'dy' in attributes)) return ' ';
    return '';
  }

  /** @returns what of a text to write */
  onText(text: string): string {
    if (this.#unseenAt !== NEVER) return '';
    if (this.#titleAt !== NEVER) this.#title += text;
    return this.#titleAt === NEVER && this.#textAt !== NEVER ? text : '';
  }

  /** @returns what to write behind the element at a depth */
  onClose(depth: number): string {
    if (depth <= this.#unseenAt) this.#unseenAt = NEVER;
    if (depth <= this.#titleAt) this.#titleAt = NEVER;
    if (depth <= this.#pageAt) this.#pageAt = NEVER;
    const isTextEnd = depth <= this.#textAt && this.#textAt !== NEVER;
    if (isTextEnd) this.#textAt = NEVER;
    if (depth > this.#at) return isTextEnd ? ' ' : '';
    const title = this.#takeTitle();
    this.#at = NEVER;
    return title;
  }

  #takeTitle(): string {
    const title = this.#isShown ? shownAlternative(this.#title.replace(/\s+/g, ' ').trim()) : '';
    if (this.#isShown) this.#title = '';
    return title === '' ? '' : ` ![${title}] `;
  }
}

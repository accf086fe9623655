import { localName } from '../xml/xml-part.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';

/** Finds out how much of the text of a page is links. */
export class LinkShare implements XmlHandler {
  #links = 0;
  #bodies = 0;
  #linked = 0;
  #all = 0;

  /** 0 to 1 */
  get share(): number {
    return this.#all === 0 ? 0 : this.#linked / this.#all;
  }

  onOpen(name: string): void {
    const local = localName(name);
    if (local === 'body') this.#bodies += 1;
    if (local === 'a') this.#links += 1;
  }

  onClose(name: string): void {
    const local = localName(name);
    if (local === 'body') this.#bodies -= 1;
    if (local === 'a') this.#links -= 1;
  }

  onText(text: string): void {
    if (this.#bodies === 0) return;
    const units = text.replace(/\s+/g, '').length;
    this.#all += units;
    if (this.#links > 0) this.#linked += units;
  }
}

import { localName } from '../xml/xml-part.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';
import { resolvePart } from './epub-package.ts';

/**
 * Reads a table of contents of EPUB 3 (a page with links) or EPUB 2 (NCX): titles by the path of the chapter they link to. If a chapter has several
 * titles, the first counts.
 */
export class EpubContentsReader implements XmlHandler {
  readonly titles = new Map<string, string>();
  readonly #path: string;
  #label: string | undefined;
  #target: string | undefined;
  /** A page may have other lists besides the contents: of pages, of landmarks. */
  #isOtherList = false;

  constructor(path: string) {
    this.#path = path;
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name);
    if (local === 'nav') this.#isOtherList = !(attributes['epub:type'] ?? 'toc').split(/\s+/).includes('toc');
    else if (local === 'a') this.#open(attributes.href);
    else if (local === 'navLabel') this.#open(undefined);
    else if (local === 'content') this.#addTitle(attributes.src);
  }

  onText(text: string): void {
    if (this.#label !== undefined && this.#label.length < MAX_TITLE_UNITS) this.#label += text;
  }

  onClose(name: string): void {
    if (localName(name) === 'a') this.#addTitle(this.#target);
  }

  #open(target: string | undefined): void {
    this.#label = '';
    this.#target = target;
  }

  #addTitle(target: string | undefined): void {
    const label = this.#label?.replace(/\s+/g, ' ').trim() ?? '';
    this.#label = undefined;
    if (target === undefined || label === '' || this.#isOtherList) return;
    const path = resolvePart(this.#path, target);
    if (!this.titles.has(path)) this.titles.set(path, label);
  }
}

const MAX_TITLE_UNITS = 1000;

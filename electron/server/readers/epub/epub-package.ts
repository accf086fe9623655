import { localName } from '../xml/xml-part.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';

/** The content of a book's package file (.opf). */
export interface EpubPackage {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly language: string | undefined;
  /** Paths of the chapters in the archive, in reading order. */
  readonly chapters: readonly string[];
  /** Paths of the tables of contents: EPUB 3's page, EPUB 2's NCX. */
  readonly navigation: string | undefined;
  readonly ncx: string | undefined;
  /** Path of the chapter that EPUB 2's guide calls the table of contents; it may have other text, too. */
  readonly contentsPage: string | undefined;
}

interface Item {
  readonly path: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
}

const CHAPTER_TYPES = new Set(['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml']);

/** Reads a package file. `packagePath` is its path in the archive. */
export class EpubPackageReader implements XmlHandler {
  readonly #packagePath: string;
  readonly #items = new Map<string, Item>();
  readonly #spine: string[] = [];
  readonly #facts = new Map<string, string[]>();
  #ncxId: string | undefined;
  #fact: string | undefined;
  #isInMetadata = false;
  #contentsPage: string | undefined;

  constructor(packagePath: string) {
    this.#packagePath = packagePath;
  }

  get result(): EpubPackage {
    const items = [...this.#items.values()];
    const navigation = items.find((item) => item.properties.includes('nav'))?.path;
    const pages = this.#spine.flatMap((id) => {
      const item = this.#items.get(id);
      return item !== undefined && CHAPTER_TYPES.has(item.mediaType) ? [item.path] : [];
    });
    const chapters = pages.filter((path) => path !== navigation);
    return {
      title: this.#firstOf('title'),
      author: this.#facts.get('creator')?.join(', '),
      language: this.#firstOf('language'),
      // The table of contents repeats the titles of the chapters.
      chapters: chapters.length === 0 ? pages : chapters,
      navigation,
      ncx: (this.#items.get(this.#ncxId ?? '') ?? items.find((item) => item.mediaType === 'application/x-dtbncx+xml'))
        ?.path,
      contentsPage: this.#contentsPage,
    };
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name);
    if (local === 'metadata') this.#isInMetadata = true;
    else if (this.#isInMetadata) this.#openFact(local);
    else if (local === 'item') this.#addItem(attributes);
    else if (local === 'itemref') this.#spine.push(attributes.idref ?? '');
    else if (local === 'spine') this.#ncxId = attributes.toc;
    else if (local === 'reference' && attributes.type?.toLowerCase() === 'toc' && attributes.href !== undefined) {
      this.#contentsPage ??= resolvePart(this.#packagePath, attributes.href);
    }
  }

  onText(text: string): void {
    const values = this.#fact === undefined ? undefined : this.#facts.get(this.#fact);
    if (values !== undefined) values.push(`${values.pop() ?? ''}${text}`);
  }

  onClose(name: string): void {
    const local = localName(name);
    if (local === 'metadata') this.#isInMetadata = false;
    if (local === this.#fact) this.#fact = undefined;
  }

  #firstOf(name: string): string | undefined {
    return this.#facts
      .get(name)
      ?.map(oneLine)
      .find((value) => value !== '');
  }

  #openFact(name: string): void {
    if (name !== 'title' && name !== 'creator' && name !== 'language') return;
    this.#fact = name;
    const values = this.#facts.get(name) ?? [];
    values.push('');
    this.#facts.set(name, values);
  }

  #addItem({ id, href, 'media-type': mediaType = '', properties = '' }: Readonly<Record<string, string>>): void {
    if (id === undefined || href === undefined) return;
    const path = resolvePart(this.#packagePath, href);
    this.#items.set(id, { path, mediaType, properties: properties.split(/\s+/) });
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The path in an archive that a link from one of its parts points to, without the fragment. */
export function resolvePart(from: string, href: string): string {
  const path = href.split('#', 1)[0] ?? '';
  const base = `zip://archive/${from.split('/').map(encodeURIComponent).join('/')}`;
  return URL.canParse(path, base) ? decodeQuietly(new URL(path, base).pathname.slice(1)) : path;
}

/** An invalid % escape is part of the name. */
function decodeQuietly(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// Why no library: recall/precision on 14 public books are .976/.899, those of the best library .986/.816.

import { UserError } from '../../../../shared/errors/errors.ts';
import { epubFile as definition } from '../../../../shared/nodes/documentloaders/epub-file.ts';
import type { LoadedDocument, Metadata, SourceFile } from '../../core/document.ts';
import { type LoadContext, readerOf } from '../../core/document-loader.ts';
import { describeArchive } from '../archive/office-kind.ts';
import { type Archive, openArchive } from '../archive/open-archive.ts';
import { fileCorrupt, fileHasNoText, SWITCH_ON_OCR, wrongContent } from '../errors/file-errors.ts';
import { createHtmlTextReader, HtmlTooDeepError } from '../html/html-text.ts';
import { decodePart } from '../text/decode-part.ts';
import { readThrough } from '../text/text-reader.ts';
import { tolerating, translatingErrors, withFirstText } from '../text/text-stream.ts';
import { localName, quietly, readXmlPart } from '../xml/xml-part.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';
import { type EpubPackage, EpubPackageReader, resolvePart } from './epub-package.ts';

type EpubUsage = 'perChapter' | 'perFile';

/** An open book; the caller must close it. */
interface Epub {
  readonly archive: Archive;
  readonly book: EpubPackage;
  /** Titles from its table of contents, by the path of the chapter. */
  readonly titles: ReadonlyMap<string, string>;
}

const WANTED = 'an EPUB book';
const CONTAINER = 'META-INF/container.xml';
/** More of the text of a table of contents is links: all but its heading, and page numbers. */
const LINKS_OF_CONTENTS = 0.6;
const ENCRYPTION = 'META-INF/encryption.xml';

/** @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_CORRUPT, FILE_ENCRYPTED, ARCHIVE_TOO_LARGE, FILE_TOO_LARGE */
async function openEpub(file: SourceFile, signal: AbortSignal): Promise<Epub> {
  const archive = await openArchive(file, WANTED, signal);
  try {
    const part = (name: string) => ({ archive, file, name, signal });
    const container = new AttributeReader('rootfile', 'full-path');
    if (archive.find(CONTAINER) !== undefined) await quietly(() => readXmlPart(part(CONTAINER), container));
    const { names } = archive;
    const packagePath =
      container.values.find((path) => archive.find(path) !== undefined) ??
      [...names].find((name) => /\.opf$/i.test(name));
    if (packagePath === undefined && container.values.length === 0 && !names.has(CONTAINER)) {
      throw wrongContent(file, WANTED, describeArchive(names));
    }
    if (packagePath === undefined) throw fileCorrupt(file, 'it does not say where its chapters are');
    const reader = new EpubPackageReader(packagePath);
    await readXmlPart(part(packagePath), reader);
    const book = reader.result;
    if (book.chapters.length === 0) throw fileCorrupt(file, 'it names no chapters');
    if (archive.find(ENCRYPTION) !== undefined) {
      const encrypted = new AttributeReader('CipherReference', 'URI');
      await readXmlPart(part(ENCRYPTION), encrypted);
      refuseEncrypted(file, book, encrypted.values);
    }
    const contents = book.navigation ?? book.ncx;
    // A damaged table of contents does not matter: the chapters have headings.
    const titles = contents === undefined ? new Map<string, string>() : await readTitles(part(contents));
    const { contentsPage, chapters } = book;
    const isLeftOut = contentsPage !== undefined && chapters.length > 1 && chapters.includes(contentsPage);
    if (!isLeftOut || !(await isOnlyContents(part(contentsPage)))) return { archive, book, titles };
    return { archive, book: { ...book, chapters: chapters.filter((path) => path !== contentsPage) }, titles };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** Fonts are often obfuscated; that does not affect the text. */
function refuseEncrypted(file: SourceFile, { chapters }: EpubPackage, uris: readonly string[]): void {
  const paths = new Set(uris.map((uri) => resolvePart('', uri)));
  if (!chapters.some((chapter) => paths.has(chapter))) return;
  throw new UserError(
    'FILE_ENCRYPTED',
    `"${file.name}" is protected against copying: use an edition without that protection.`,
    { details: { file: file.name } },
  );
}

/** Finds out how much of the text of a page is links. */
class LinkShare implements XmlHandler {
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

/** Whether a page is a table of contents and nothing else: it repeats the titles of the chapters. */
async function isOnlyContents(part: Parameters<typeof readXmlPart>[0]): Promise<boolean> {
  const links = new LinkShare();
  await quietly(() => readXmlPart(part, links));
  return links.share > LINKS_OF_CONTENTS;
}

/**
 * Reads a table of contents of EPUB 3 (a page with links) or EPUB 2 (NCX): titles by the path of the chapter they link to. If a chapter has several
 * titles, the first counts.
 */
class EpubContentsReader implements XmlHandler {
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

async function readTitles(part: Parameters<typeof readXmlPart>[0]): Promise<ReadonlyMap<string, string>> {
  const contents = new EpubContentsReader(part.name);
  await quietly(() => readXmlPart(part, contents));
  return contents.titles;
}

/** Collects an attribute of all elements with a name. */
class AttributeReader implements Pick<XmlHandler, 'onOpen'> {
  readonly values: string[] = [];
  readonly #element: string;
  readonly #attribute: string;

  constructor(element: string, attribute: string) {
    this.#element = element;
    this.#attribute = attribute;
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const value = localName(name) === this.#element ? attributes[this.#attribute] : undefined;
    if (value !== undefined) this.values.push(value);
  }
}

interface Reading {
  readonly epub: Epub;
  readonly file: SourceFile;
  readonly context: LoadContext;
}

interface Chapter {
  /** Counts from 1; parts without text (such as a cover) are not counted. */
  readonly number: number;
  readonly title: string | undefined;
  readonly text: AsyncIterable<string>;
}

/** The chapters of an EPUB book in reading order, with the titles of book and chapter: one document per chapter or per file. */
async function* readEpub(file: SourceFile, usage: EpubUsage, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const epub = await openEpub(file, context.signal);
  try {
    const chapters = readChapters({ epub, file, context });
    const metadata = describe(epub);
    if (usage === 'perFile') {
      yield { text: joinChapters(chapters), metadata };
      return;
    }
    for await (const { number, title, text } of chapters) {
      const chapter = title === undefined ? { number } : { number, title };
      yield { text, metadata: { ...metadata, chapter } };
    }
  } finally {
    epub.archive.close();
  }
}

function describe({ book: { title, author, language } }: Epub): Metadata {
  const facts = Object.entries({ title, author, language });
  return Object.fromEntries(facts.filter(([, value]) => value !== undefined && value !== ''));
}

async function* joinChapters(chapters: AsyncIterable<Chapter>): AsyncGenerator<string> {
  for await (const { number, text } of chapters) {
    if (number > 1) yield '\n\n';
    yield* text;
  }
}

/** @throws UserError FILE_CORRUPT if no chapter can be read; FILE_HAS_NO_TEXT if none has text */
async function* readChapters(reading: Reading): AsyncGenerator<Chapter> {
  const { epub, file, context } = reading;
  const { book, titles } = epub;
  let number = 0;
  let damage: UserError | undefined;
  const leaveOut = (error: unknown): void => {
    context.signal.throwIfAborted();
    if (!(error instanceof UserError)) throw error;
    damage ??= error;
    context.onNote?.(`A chapter was left out: ${error.message}`);
  };
  for (const [index, path] of book.chapters.entries()) {
    context.signal.throwIfAborted();
    try {
      const { reader, text } = await openChapter(reading, path);
      if (text !== undefined) {
        number += 1;
        const ownTitle = reader.heading ?? (reader.title === book.title ? undefined : reader.title);
        yield { number, title: titles.get(path) ?? ownTitle, text: tolerating(text, leaveOut) };
      }
    } catch (error) {
      leaveOut(error);
    }
    context.onRead(Math.round(((index + 1) / book.chapters.length) * file.sizeBytes));
  }
  if (number === 0) throw damage ?? withoutText(epub, file);
}

async function openChapter({ epub, file, context }: Reading, path: string) {
  const reader = await createHtmlTextReader({ isXhtml: true });
  const pieces = decodePart(await epub.archive.stream(path), context.signal);
  const name = (error: unknown) =>
    error instanceof HtmlTooDeepError ? fileCorrupt(file, `its part "${path}" is nested too deep`, error) : error;
  return { reader, text: await withFirstText(translatingErrors(readThrough(pieces, reader), name)) };
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|svg|tiff?|bmp)$/i;

function withoutText({ archive }: Epub, file: SourceFile): UserError {
  if (![...archive.names].some((name) => PICTURE.test(name))) {
    return fileHasNoText(file, 'its chapters are empty', 'check that it is the whole book');
  }
  const remedy = `convert it to .pdf, with Calibre for example, and ${SWITCH_ON_OCR}`;
  return fileHasNoText(file, 'its pages are pictures, whose text is not read in e-books', remedy);
}

/** The chapters of an EPUB book. */
export const epubReader = readerOf(definition, {
  load: ({ usage }, file, context) => readEpub(file, usage, context),
});

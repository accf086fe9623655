import { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { describeArchive } from '../archive/office-kind.ts';
import { type Archive, openArchive } from '../archive/open-archive.ts';
import { fileCorrupt, wrongContent } from '../errors/file-errors.ts';
import { localName, quietly, readXmlPart } from '../xml/xml-part.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';
import { EpubContentsReader } from './epub-contents.ts';
import { type EpubPackage, EpubPackageReader, resolvePart } from './epub-package.ts';
import { LinkShare } from './link-share.ts';

/** An open book; the caller must close it. */
export interface Epub {
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
export async function openEpub(file: SourceFile, signal: AbortSignal): Promise<Epub> {
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

/** Whether a page is a table of contents and nothing else: it repeats the titles of the chapters. */
async function isOnlyContents(part: Parameters<typeof readXmlPart>[0]): Promise<boolean> {
  const links = new LinkShare();
  await quietly(() => readXmlPart(part, links));
  return links.share > LINKS_OF_CONTENTS;
}

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

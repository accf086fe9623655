import { makeZip } from './office-fixtures.ts';

export interface EpubChapter {
  /** Path in the folder OEBPS. */
  readonly path: string;
  /** The whole page, or the content of its body. */
  readonly page: string;
  /** Title in the table of contents; none if not given. */
  readonly title?: string;
}

export interface EpubOptions {
  readonly title?: string;
  readonly author?: string;
  /** Whether to use the table of contents of EPUB 2 instead of EPUB 3's. */
  readonly isEpub2?: boolean;
  /** Path of the chapter that the guide of EPUB 2 calls the table of contents. */
  readonly guide?: string;
  /** Additional files of the archive. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function pageOf({ page, title = 'untitled' }: EpubChapter): string {
  if (page.includes('<html')) return page;
  return `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${escapeXml(title)}</title></head><body>${page}</body></html>`;
}

function contentsPage(chapters: readonly EpubChapter[]): string {
  const items = chapters.flatMap(({ path, title }) =>
    title === undefined ? [] : [`<li><a href="${encodeURI(path)}#top"><span>${escapeXml(title)}</span></a></li>`],
  );
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
    <nav epub:type="toc"><h1>Contents</h1><ol>${items.join('\n')}</ol></nav>
    <nav epub:type="landmarks"><ol><li><a href="${encodeURI(chapters[0]?.path ?? '')}">Start here</a></li></ol></nav>
    </body></html>`;
}

function ncx(chapters: readonly EpubChapter[]): string {
  const points = chapters.flatMap(({ path, title }, index) =>
    title === undefined
      ? []
      : [
          `<navPoint id="n${index}"><navLabel><text>${escapeXml(title)}</text></navLabel><content src="${encodeURI(path)}"/></navPoint>`,
        ],
  );
  return `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points.join('')}</navMap></ncx>`;
}

/** An EPUB book with these chapters in this order; the archive stores them in reverse order. */
export function makeEpub(chapters: readonly EpubChapter[], options: EpubOptions = {}): Uint8Array {
  const { title = 'A book', author, isEpub2 = false, guide, files = {} } = options;
  const items = chapters.map(
    ({ path }, index) => `<item id="c${index}" href="${encodeURI(path)}" media-type="application/xhtml+xml"/>`,
  );
  const contents = isEpub2
    ? '<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    : '<item id="toc" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>';
  const creator = author === undefined ? '' : `<dc:creator>${escapeXml(author)}</dc:creator>`;
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <metadata><dc:title>${escapeXml(title)}</dc:title>${creator}<dc:language>en</dc:language></metadata>
    <manifest>${contents}<item id="css" href="a.css" media-type="text/css"/>${items.join('')}</manifest>
    <spine toc="toc">${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine>
    ${guide === undefined ? '' : `<guide><reference type="toc" title="Contents" href="${guide}"/></guide>`}</package>`;
  const container = `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
    <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
  const pages = chapters.map((chapter) => [`OEBPS/${chapter.path}`, pageOf(chapter)] as const).reverse();
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/book.opf': opf,
    ...(isEpub2 ? { 'OEBPS/toc.ncx': ncx(chapters) } : { 'OEBPS/nav.xhtml': contentsPage(chapters) }),
    ...Object.fromEntries(pages),
    ...files,
  });
}

import { describe, expect, test } from 'vitest';
import { epubFile } from '../../../../../electron/server/nodes/documentloaders/epub-file.ts';
import { epubFile as definition } from '../../../../../shared/nodes/documentloaders/epub-file.ts';
import { type EpubChapter, type EpubOptions, makeEpub } from '../../../../helpers/builders/book-fixtures.ts';
import { makeOdt } from '../../../../helpers/builders/odf-fixtures.ts';
import { makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(content: string | Uint8Array, usage = 'perChapter') {
  return readDocuments(epubFile, definition.params.parse({ usage }), await makeFile('a.epub', content));
}
const chaptersOf = async (chapters: readonly EpubChapter[], options: EpubOptions = {}) =>
  (await read(makeEpub(chapters, options))).documents;

const CHAPTERS: readonly EpubChapter[] = [
  { path: 'cover.xhtml', page: '<img src="cover.jpg" alt=""/>' },
  { path: 'text/b first.xhtml', title: 'The <first> day', page: '<h1>I</h1><p>It r&auml;ined.</p><p>All day.</p>' },
  { path: 'text/a second.xhtml', page: '<h2>The second</h2><p>It stopped.</p>' },
  { path: 'end.xhtml', title: 'End', page: '<p>Nothing more.</p>' },
];

describe('epubFile', () => {
  test.each([false, true])(
    'gives the chapters in the order of reading, with their titles (EPUB 2: %s)',
    async (isEpub2) => {
      const file = makeEpub(CHAPTERS, { title: 'Weather & co', author: 'Ada', isEpub2 });
      const { documents, bytesRead } = await read(file);
      const book = { title: 'Weather & co', author: 'Ada', language: 'en' };
      expect(documents).toEqual([
        {
          text: 'I\n\nIt räined.\n\nAll day.',
          metadata: { ...book, chapter: { number: 1, title: 'The <first> day' } },
        },
        { text: 'The second\n\nIt stopped.', metadata: { ...book, chapter: { number: 2, title: 'The second' } } },
        { text: 'Nothing more.', metadata: { ...book, chapter: { number: 3, title: 'End' } } },
      ]);
      expect(bytesRead).toBe(file.length);
    },
  );

  test('gives the book as one document', async () => {
    const { documents } = await read(makeEpub(CHAPTERS), 'perFile');
    expect(documents).toEqual([
      {
        text: 'I\n\nIt räined.\n\nAll day.\n\nThe second\n\nIt stopped.\n\nNothing more.',
        metadata: { title: 'A book', language: 'en' },
      },
    ]);
  });

  test('leaves out the page of contents, unless there is no other', async () => {
    const contents = {
      path: 'nav.xhtml',
      page: '<nav epub:type="toc"><ol><li><a href="a.xhtml">On pumps</a></li></ol></nav>',
    };
    const chapter = { path: 'a.xhtml', title: 'On pumps', page: '<p>They pump.</p>' };
    expect((await chaptersOf([contents, chapter])).map(({ text }) => text)).toEqual(['They pump.']);
    expect((await chaptersOf([contents])).map(({ text }) => text)).toEqual(['1. On pumps']);
  });

  test('writes equations and descriptions of pictures', async () => {
    const half =
      '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac></m:math>';
    const page = `<p>A ${half} pump.</p><p><img src="p.png" alt="A pump in its shaft"/></p>`;
    const [chapter] = await chaptersOf([{ path: 'a.xhtml', page }]);
    expect(chapter?.text).toBe('A 1/2 pump.\n\n![A pump in its shaft]');
  });

  test('takes the title of a chapter from its page if there is no other', async () => {
    const page = (title: string) => `<html><head><title>${title}</title></head><body><p>text</p></body></html>`;
    const documents = await chaptersOf([
      { path: 'a.xhtml', page: page('On pumps') },
      { path: 'b.xhtml', page: page('A book') },
    ]);
    expect(documents.map(({ metadata }) => metadata.chapter)).toEqual([
      { number: 1, title: 'On pumps' },
      { number: 2 },
    ]);
  });

  test('leaves out the page of contents of EPUB 2, unless it has other text', async () => {
    const links =
      '<h1>Contents</h1><p><a href="a.xhtml#top">On pumps</a></p><p><a href="a.xhtml">More on pumps</a></p>';
    const chapter = { path: 'a.xhtml', title: 'On pumps', page: '<p>They pump.</p>' };
    const read2 = async (page: string, guide: string) => {
      const chapters = await chaptersOf([{ path: 'toc.xhtml', page }, chapter], { isEpub2: true, guide });
      return chapters.map(({ text }) => text);
    };
    expect(await read2(links, 'toc.xhtml#toc')).toEqual(['They pump.']);
    expect(await read2(links, 'a.xhtml')).toHaveLength(2);
    expect(await read2(`${links}<p>${'The first chapter begins here. '.repeat(5)}</p>`, 'toc.xhtml')).toHaveLength(2);
  });

  test('reads a book with a damaged table of contents', async () => {
    const options = { files: { 'OEBPS/nav.xhtml': '<html><nav epub:type="toc"><a href="a.xhtml">One</b>' } };
    const documents = await chaptersOf([{ path: 'a.xhtml', title: 'One', page: '<p>text</p>' }], options);
    expect(documents[0]?.text).toBe('text');
  });

  test('reads chapters in UTF-16', async () => {
    const page = '\ufeff<html><body><p>Grüße 漢字</p></body></html>';
    const files = { 'OEBPS/a.xhtml': Buffer.from(page, 'utf16le') };
    const documents = await chaptersOf([{ path: 'a.xhtml', page: '' }], { files });
    expect(documents[0]?.text).toBe('Grüße 漢字');
  });

  const encryption = (path: string) =>
    `<encryption xmlns:enc="x"><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData></encryption>`;

  test('refuses a book that is protected against copying, but not for its fonts', async () => {
    const chapters = [{ path: 'a b.xhtml', page: '<p>text</p>' }];
    const files = (path: string) => ({ files: { 'META-INF/encryption.xml': encryption(path) } });
    await expect(chaptersOf(chapters, files('OEBPS/a%20b.xhtml'))).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
      message: expect.stringContaining('"a.epub" is protected against copying'),
    });
    expect(await chaptersOf(chapters, files('OEBPS/font.otf'))).toHaveLength(1);
  });

  test.each([
    ['is missing', undefined],
    ['lies too deep', '<div>'.repeat(11_000)],
  ])('leaves out a chapter that %s, and tells it', async (_how, page) => {
    const chapters = [
      { path: 'a.xhtml', page: '<p>One</p>' },
      { path: 'gone.xhtml', page: page ?? '' },
      { path: 'b.xhtml', page: '<p>Two</p>' },
    ];
    const whole = Buffer.from(makeEpub(chapters)).toString('latin1');
    const book = page === undefined ? whole.replaceAll('OEBPS/gone.', 'OEBPS/else.') : whole;
    const { documents, notes } = await read(Buffer.from(book, 'latin1'));
    expect(documents.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(notes).toEqual([expect.stringContaining('OEBPS/gone.xhtml')]);
  });

  test('is found by its package where the archive does not say where that is', async () => {
    const book = Buffer.from(makeEpub(CHAPTERS))
      .toString('latin1')
      .replaceAll('META-INF/container.xml', 'META-INF/contained.xml');
    expect((await read(Buffer.from(book, 'latin1'))).documents).toHaveLength(3);
  });

  test('names a file that is not a book, is damaged or has no text', async () => {
    const refused = async (content: string | Uint8Array, code: string, words = '"a.epub"') =>
      expect(read(content)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    const whole = makeEpub(CHAPTERS);
    await refused('', 'FILE_EMPTY');
    await refused('words', 'UNSUPPORTED_FILE_TYPE', '"a.epub" is not an EPUB book but a text file');
    await refused(makeOdt('<text:p>x</text:p>'), 'UNSUPPORTED_FILE_TYPE', 'but an OpenDocument file');
    await refused(makeZip({ 'a.txt': 'a' }), 'UNSUPPORTED_FILE_TYPE', 'but a ZIP archive');
    await refused(whole.subarray(0, whole.length / 2), 'FILE_CORRUPT');
    await refused(makeZip({ 'META-INF/container.xml': '<container/>' }), 'FILE_CORRUPT', 'where its chapters are');
    await refused(makeEpub([]), 'FILE_CORRUPT', 'names no chapters');
    const cover = [{ path: 'a.xhtml', page: '<img src="a.jpg"/>' }];
    const pictures = makeEpub(cover, { files: { 'OEBPS/a.jpg': 'x' } });
    await refused(
      pictures,
      'FILE_HAS_NO_TEXT',
      'its pages are pictures, whose text is not read in e-books: convert it to .pdf',
    );
    await refused(makeEpub(cover), 'FILE_HAS_NO_TEXT', 'its chapters are empty');
    const container = '<container><rootfile full-path="a.opf"/></container>';
    const opf =
      '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>';
    await refused(
      makeZip({ 'META-INF/container.xml': container, 'a.opf': opf }),
      'FILE_CORRUPT',
      '"a.xhtml" is missing',
    );
    await refused(
      makeZip({ 'META-INF/container.xml': container, 'a.opf': opf.slice(0, -20) }),
      'FILE_CORRUPT',
      '"a.opf"',
    );
  });
});

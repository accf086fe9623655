import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { LoadedDocument } from '../../../../../electron/server/core/document.ts';
import { readAnyFile } from '../../../../../electron/server/readers/read-any-file.ts';
import { makeEpub } from '../../../../helpers/builders/book-fixtures.ts';
import { makeDocx, makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const makeFile = sourceFileMaker();

async function read(name: string, content: string | Uint8Array, attachments = true) {
  const notes: string[] = [];
  const context = {
    signal: new AbortController().signal,
    onRead: () => undefined,
    onNote: (note: string) => void notes.push(note),
    makeFolder: async () => makeTemporaryFolder().path,
  };
  const documents: { text: string; metadata: LoadedDocument['metadata'] }[] = [];
  const options = { usage: 'perPage', attachments } as const;
  for await (const { text, metadata } of readAnyFile(await makeFile(name, content), options, context)) {
    let whole = '';
    if (typeof text === 'string') whole = text;
    else for await (const piece of text) whole += piece;
    documents.push({ text: whole, metadata });
  }
  return { documents, notes };
}

const textsOf = ({ documents }: Awaited<ReturnType<typeof read>>) =>
  documents.map(({ text, metadata }) => [metadata.file, text]);

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

describe('a ZIP archive', () => {
  test('is read as a folder: each file by its kind, with its path', async () => {
    const archive = makeZip({
      'notes/one.txt': 'First.',
      'report.pdf': await makePdf(['Page one', 'Page two']),
      'letter.docx': await makeDocx(['Dear heron']),
      unnamed: '{"a": ',
      'inner.zip': makeZip({
        'deep/two.md': '# Two',
        'book.epub': makeEpub([{ path: 'a.xhtml', page: '<p>Tale</p>' }]),
      }),
      '__MACOSX/._one.txt': 'rubbish',
      '.DS_Store': 'rubbish',
      'notes/.hidden': 'rubbish',
    });
    const got = await read('all.zip', archive);
    expect(textsOf(got)).toEqual([
      ['notes/one.txt', 'First.'],
      ['report.pdf', 'Page one'],
      ['report.pdf', 'Page two'],
      ['letter.docx', 'Dear heron'],
      ['unnamed', '{"a": '],
      ['inner.zip/deep/two.md', '# Two'],
      ['inner.zip/book.epub', 'Tale'],
    ]);
    expect(got.documents[2]?.metadata).toMatchObject({ loc: { pageNumber: 2 } });
    expect(got.notes).toEqual([]);
  });

  test('leaves out what can not be read, and says so', async () => {
    const got = await read('all.zip', makeZip({ 'a.png': PNG, 'b.json': '{"a": ', 'c.txt': 'words', 'd.txt': '' }));
    expect(textsOf(got)).toEqual([['c.txt', 'words']]);
    expect(got.notes).toEqual([
      'Left out: 3 files that could not be read (a picture: a.png; damaged: b.json; empty: d.txt).',
    ]);
  });

  test('in which nothing can be read is refused', async () => {
    await expect(read('all.zip', makeZip({ 'a.png': PNG }))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining('"all.zip/a.png" is a picture'),
    });
    await expect(read('all.zip', makeZip({ 'a.png': PNG, 'b.png': PNG }))).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
      message: expect.stringContaining('none of its 2 files can be read'),
    });
    await expect(read('all.zip', makeZip({}))).rejects.toMatchObject({ code: expect.stringMatching(/^FILE_/) });
  });

  test('that does harm is refused', async () => {
    const harms: readonly (readonly [string, Uint8Array, string])[] = [
      ['bomb', makeZip({ 'a.txt': new Uint8Array(20 * 1024 * 1024).fill(0x20) }), 'ARCHIVE_TOO_LARGE'],
      ['traversal', makeZip({ '../../a.txt': 'words' }), 'FILE_CORRUPT'],
      [
        'many',
        makeZip(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, '']))),
        'ARCHIVE_TOO_LARGE',
      ],
    ];
    for (const [name, archive, code] of harms) {
      await expect(read(`${name}.zip`, archive), name).rejects.toMatchObject({ code });
    }
  });

  test('has names from its root, whatever they begin with', async () => {
    const { documents } = await read('root.zip', makeZip({ '/etc/a.txt': 'words' }));
    expect(documents).toMatchObject([{ text: 'words', metadata: { file: 'etc/a.txt' } }]);
  });

  test('is opened three levels deep, and no deeper', async () => {
    const three = makeZip({ 'b.zip': makeZip({ 'c.zip': makeZip({ 'd.txt': 'deep' }) }) });
    expect(textsOf(await read('a.zip', three))).toEqual([['b.zip/c.zip/d.txt', 'deep']]);
    await expect(read('four.zip', makeZip({ 'a.zip': three }))).rejects.toMatchObject({
      code: expect.stringMatching(/ARCHIVE_TOO_LARGE|FILE_HAS_NO_TEXT/),
    });
  });

  test('with a damaged file keeps the others', async () => {
    const archive = Buffer.from(makeZip({ 'a.txt': 'a'.repeat(50), 'b.txt': 'whole' }));
    // The packed bytes of the first file lie behind its header of 30 bytes and its name.
    archive.fill(0xff, 35, 40);
    const got = await read('all.zip', archive);
    expect(textsOf(got)).toEqual([['b.txt', 'whole']]);
    expect(got.notes).toEqual([expect.stringContaining('(damaged: a.txt)')]);
  });

  test('of another kind is read as that kind', async () => {
    const book = makeEpub([{ path: 'a.xhtml', page: '<p>Tale</p>' }]);
    expect(textsOf(await read('book.zip', book))).toEqual([[undefined, 'Tale']]);
    await expect(read('text.zip', 'words')).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
  });

  test('leaves nothing behind', async () => {
    const folder = makeTemporaryFolder().path;
    const context = { signal: new AbortController().signal, onRead: () => undefined, makeFolder: async () => folder };
    const file = await makeFile('all.zip', makeZip({ 'a.txt': 'one', 'b.txt': 'two' }));
    for await (const _first of readAnyFile(file, { usage: 'perPage' }, context)) break;
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');

interface Part {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
}

function mail(subject: string, body: string, parts: readonly Part[]): string {
  const attached = parts.map(({ name, content, type = 'application/octet-stream' }) =>
    [
      '--b',
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      base64(content),
    ].join('\n'),
  );
  return [
    'From: ada@example.org',
    `Subject: ${subject}`,
    `Content-Type: multipart/mixed; boundary="b"`,
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    body,
    ...attached,
    '--b--',
    '',
  ].join('\n');
}

describe('the attachments of a mail', () => {
  test('are read as the files that they are, with the facts of the mail', async () => {
    const content = mail('Plans', 'See there.', [
      { name: 'plan.pdf', content: await makePdf(['The plan']) },
      { name: 'table.csv', content: 'a,b\r\n1,2\r\n', type: 'text/csv' },
      { name: 'all.zip', content: makeZip({ 'one.txt': 'First.' }) },
      { name: 'photo.png', content: PNG, type: 'image/png' },
    ]);
    const got = await read('a.eml', content);
    expect(textsOf(got).slice(1)).toEqual([
      ['plan.pdf', 'The plan'],
      ['table.csv', 'a: 1\nb: 2'],
      ['all.zip/one.txt', 'First.'],
    ]);
    expect(got.documents[0]?.metadata).toMatchObject({
      attachments: ['plan.pdf', 'table.csv', 'all.zip', 'photo.png'],
    });
    expect(got.documents[1]?.metadata).toMatchObject({ from: 'ada@example.org', subject: 'Plans' });
    expect(got.documents[1]?.metadata).not.toHaveProperty('attachments');
    expect(got.notes).toEqual([
      '"table.csv": Header taken from row 1.',
      'Left out: 1 file that could not be read (a picture: photo.png).',
    ]);
  });

  test('are left alone if that is wished', async () => {
    const content = mail('Plans', 'See there.', [{ name: 'one.txt', content: 'First.' }]);
    expect((await read('a.eml', content, false)).documents).toHaveLength(1);
  });

  test('that are mails themselves are read to the third level', async () => {
    let content = mail('4', 'deepest', [{ name: 'never.txt', content: 'never' }]);
    for (const level of ['3', '2', '1']) {
      content = mail(level, `level ${level}`, [{ name: 'inner.eml', content, type: 'application/octet-stream' }]);
    }
    const got = await read('a.eml', content);
    expect(got.documents.map(({ metadata }) => metadata.subject)).toEqual(['1', '2', '3', '4']);
    expect(got.documents.at(-1)?.metadata.file).toBe('inner.eml/inner.eml/inner.eml');
    const unreported =
      '"a.eml/inner.eml/inner.eml/inner.eml" was read without its attachments (never.txt), which lie more than 3 files deep in each other: save them from it, and give them by themselves.';
    expect(got.notes).toEqual([expect.stringContaining(unreported)]);
  });

  test('that are mails without a file name are called by their subjects', async () => {
    const forwarded = mail('=?utf-8?Q?Pl=C3=A4ne?= 1/2', 'inner', []);
    const content = mail('Fwd', 'See there.', [{ name: '', content: forwarded, type: 'message/rfc822' }]);
    const got = await read('a.eml', content.replace('; filename=""', ''));
    expect(got.documents[0]?.metadata.attachments).toEqual(['Pläne 1 2.eml']);
    expect(textsOf(got)[1]).toEqual(['Pläne 1 2.eml', expect.stringContaining('inner')]);
  });

  test('of an encrypted mail say that it is one', async () => {
    const content =
      'From: ada@example.org\nSubject: Secret\nContent-Type: application/pkcs7-mime; name="smime.p7m"\nContent-Transfer-Encoding: base64\n\nMIIB\n';
    await expect(read('a.eml', content)).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
      message: expect.stringContaining('is an encrypted email'),
    });
  });
});

describe('a mailbox', () => {
  const from = 'From ada@example.org Fri Jan 30 10:00:00 2026\n';

  test('is read mail by mail', async () => {
    const first = 'Subject: One\n\nFrom here on.\n\n>From the lake.\nFrom Mr. 2026\n';
    const second = mail('Two', 'Second.', [{ name: 'one.csv', content: 'a,b\n1,2\n' }]);
    const got = await read('all.mbox', `${from}${first}\n${from}${second}\n${from}not a mail at all`);
    expect(got.documents.map(({ metadata }) => [metadata.mail, metadata.subject, metadata.file])).toEqual([
      [1, 'One', undefined],
      [2, 'Two', undefined],
      [2, 'Two', 'one.csv'],
    ]);
    expect(got.documents[0]?.text).toBe('Subject: One\n\nFrom here on.\n\nFrom the lake.\nFrom Mr. 2026');
    expect(got.notes).toEqual([
      '"mail 2/one.csv": Header taken from row 1.',
      'Left out: mails that could not be read (number 3).',
    ]);
  });

  test('of many megabytes is read in pieces', async () => {
    const one = (index: number) => `${from}Subject: Mail ${index}\n\n${'word '.repeat(2000)}\n\n`;
    const got = await read('all.mbox', Array.from({ length: 300 }, (_, index) => one(index)).join(''));
    expect(got.documents.map(({ metadata }) => metadata.subject)).toEqual(
      Array.from({ length: 300 }, (_, index) => `Mail ${index}`),
    );
  });

  test('is none without its mark', async () => {
    await expect(read('all.mbox', 'words')).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(read('all.mbox', '')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  });
});

test('a web page that was saved in one file is read as a page', async () => {
  const content = `From: <Saved by Blink>
Snapshot-Content-Location: https://example.org/
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="b"

--b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<html><head><title>Herons</title></head><body><p>They w=C3=A4it.</p></body></html>
--b
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: https://example.org/a.png

iVBORw0KGgo=
--b--
`;
  const got = await read('page.mhtml', content);
  expect(got.documents).toEqual([{ text: 'They wäit.', metadata: { title: 'Herons' } }]);
});

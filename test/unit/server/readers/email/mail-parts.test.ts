import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { makeOutlookMail } from '../../../../helpers/builders/outlook-mails.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const readAs = async (name: string, content: string | Uint8Array) => readAny(await makeFile(name, content), 'perFile');
const textOf = async (content: string | Uint8Array, name = 'a.eml') =>
  (await readAs(name, content)).documents[0]?.text ?? '';
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const HEAD = 'From: Ada <ada@example.org>\nSubject: News\nMIME-Version: 1.0\n';
const alternative = (plain: string, html: string): string =>
  `${HEAD}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n${plain}\n--b\nContent-Type: text/html; charset=utf-8\n\n${html}\n--b--\n`;

describe('of a text and a page, a mail has', () => {
  const page = '<style>p { color: red }</style><h1>Harbour</h1><p>Crane 14 lifts 40 tons.</p><p>It opens in May.</p>';

  test.each([
    'Please open this letter in your web browser: https://example.org/letter/17',
    'Your program cannot show HTML.',
    'Crane 14',
    '.',
  ])('the page where the text is "%s"', async (stub) => {
    const text = await textOf(alternative(stub, page));
    expect(text).toMatch(/\n\nHarbour\n\nCrane 14 lifts 40 tons\.\n\nIt opens in May\.$/);
  });

  test('the text where it says the same, or the page says less', async () => {
    const plain = 'HARBOUR\n\nCrane 14 lifts 40 tons. It opens in May [https://example.org].';
    expect(await textOf(alternative(plain, `${page}<p>Unsubscribe</p>`))).toMatch(/\n\nHARBOUR\n\n.*org\]\.$/s);
    expect(await textOf(alternative(plain, '<p>Letter of spring</p>'))).toMatch(/\n\nHARBOUR\n\n.*org\]\.$/s);
    expect(await textOf(alternative('港口的起重机五月开放', '<p>港口的起重机五月开放</p>'))).toMatch(
      /Subject: News\n\n[^\n]*$/,
    );
  });

  test('both where each says something of its own', async () => {
    const text = await textOf(alternative('The meeting moved to Tuesday, room twelve.', page));
    expect(text).toContain('room twelve.\n\nHarbour');
  });

  test('the text where the page cannot be read', async () => {
    const text = await textOf(alternative('Enough.', `<p>${'many words '.repeat(9)}</p>${'<div>\n'.repeat(11_000)}`));
    expect(text).toMatch(/\n\nEnough\.$/);
  });

  test('the page in a file of Outlook, too', async () => {
    const html = Buffer.from(page);
    const mail = makeOutlookMail({
      values: { subject: 'a', body: 'See this in a browser', html, internetCodePage: 65_001 },
    });
    expect(await textOf(mail, 'a.msg')).toContain('Crane 14 lifts 40 tons.');
  });
});

describe('text whose encoding a mail does not declare, or not truly', () => {
  test('is found out in head and body, as that of text files is', async () => {
    const text = await textOf(
      latin1('From: ada@example.org\nSubject: Prüfung der Schläuche\n\nDie Größe stimmt, schöne Grüße'),
    );
    expect(text).toMatch(/Subject: Prüfung der Schläuche\n\nDie Größe stimmt, schöne Grüße$/);
  });

  const cyrillic = Buffer.from('cff0e8e2e5f22c20eaf0e0ed20f0e0e1eef2e0e5f220f1ed20eff0eee2e5f0eaf3', 'hex');
  test.each([
    ['undeclared', '', '8bit', cyrillic],
    ['as ASCII', '; charset=us-ascii', '8bit', cyrillic],
    ['as UTF-8', '; charset="utf-8"', 'base64', Buffer.from(cyrillic.toString('base64'))],
    ['as Latin-1', '; charset=iso-8859-1', '8bit', cyrillic],
    ['by no known name', '; charset=x-unknown', 'base64', Buffer.from(cyrillic.toString('base64'))],
  ])('in Cyrillic, %s, in one of two parts', async (_how, charset, transfer, body) => {
    const head = `${HEAD}Content-Type: multipart/mixed; boundary="x y"\n\n--x y\nContent-Type: text/plain${charset}; format=flowed\nContent-Transfer-Encoding: ${transfer}\n\n`;
    const other = '\n--x y\nContent-Type: text/plain; charset=utf-8\n\nGrüße\n--x y--\n';
    const text = await textOf(Buffer.concat([Buffer.from(head), body, Buffer.from(other)]));
    expect(text).toMatch(/\n\nПривет, кран работае.*\n*Grüße$/s);
  });

  test('is UTF-8 where it is, whatever is said', async () => {
    const mail = `${HEAD}Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=B6=C3=9Fe`;
    expect(await textOf(mail)).toMatch(/\n\nGröße$/);
  });

  test('is as declared where a byte of it is damaged, or it is right', async () => {
    const mail = Buffer.concat([
      Buffer.from(`${HEAD}Content-Type: text/plain; charset=utf-8\n\nGrößen, Höhen, Körbe, Bögen, Löhne `),
      Buffer.from([0xe9]),
    ]);
    expect(await textOf(mail)).toContain('Größen, Höhen, Körbe, Bögen, Löhne');
    const dos = Buffer.concat([Buffer.from(`${HEAD}Content-Type: text/plain; charset=cp850\n\n`), Buffer.from([0x84])]);
    expect(await textOf(dos)).toMatch(/\n\nä$/);
  });

  test('is found out in a header that is coded, and in a name of a file', async () => {
    const mail = latin1(
      `From: =?us-ascii?Q?J=FCrgen_Gr=FCn?= <a@example.org>\nSubject: =?x-unknown?B?${latin1('Schöne Größe').toString('base64')}?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nBody\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="Übersicht.txt"\n\nInner\n--b--`,
    );
    const { documents } = await readAs('a.eml', mail);
    expect(documents[0]?.text).toMatch(/^From: Jürgen Grün <.*\nSubject: Schöne Größe\n/);
    expect(documents[1]?.metadata.file).toBe('Übersicht.txt');
  });

  test('is found out in each mail of a mailbox', async () => {
    const box = latin1(
      'From a@b.c Mon Jan  5 10:00:00 2026\nSubject: One\n\nAscii\n\nFrom a@b.c Mon Jan  5 10:00:00 2026\nSubject: Zwei\n\nSchöne Größe\n',
    );
    expect((await readAs('a.mbox', box)).documents[1]?.text).toMatch(/\n\nSchöne Größe$/);
  });
});

describe('a mail is known by its headers', () => {
  const mail = 'From  : ada@example.org\nSubject : Pumps\n\nThe pump runs.\n';
  const sent = `X-Origin: far\n away\nReceived: by a with b\nMessage-ID: <1@a>\n${mail}`;

  test.each([
    ['a.eml', mail],
    ['a.eml', 'X-Mailbox-Line: 7\nContent-Type: text/plain\n\nThe pump runs.'],
    ['a.eml', `\n\n${mail}`],
    ['a.msg', mail],
    ['a.msg', sent],
    ['a.oft', mail],
    ['a.mbox', mail],
    ['a.mbox', sent],
    ['mail', mail],
    ['a.emlx', `1234\n${sent}`],
    ['a.txt', sent],
  ])('as %s', async (name, content) => {
    const { documents } = await readAs(name, content);
    expect(documents).toHaveLength(1);
    expect(documents[0]?.text).toMatch(/\n\nThe pump runs\.$|^The pump runs\.$/);
    if (content !== sent && !content.includes('Pumps')) return;
    expect(documents[0]?.metadata).toMatchObject({ from: 'ada@example.org', subject: 'Pumps' });
  });

  test('in the format that it is in', async () => {
    const outlook = makeOutlookMail({ values: { subject: 'Pumps', body: 'The pump runs.' } });
    for (const name of ['a.msg', 'a.eml', 'a', 'a.bin'])
      expect(await textOf(outlook, name)).toContain('The pump runs.');
    const box =
      'From a@b.c Mon Jan  5 10:00:00 2026\nSubject: One\n\n1\n\nFrom a@b.c Mon Jan  5 10:00:00 2026\nSubject: Two\n\n2\n';
    expect((await readAs('a.msg', box)).documents).toHaveLength(2);
  });

  test('and a text that is none stays one', async () => {
    const note = 'Date: today\nTo: everybody\n\nMind the pump.\n';
    expect(await textOf(note, 'note')).toBe(note);
    expect(await textOf(mail, 'note.txt')).toBe(mail);
    await expect(textOf('Only words', 'a.msg')).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
  });
});

test('signatures and keys are no documents of a mail', async () => {
  const part = (head: string, body: string) => `--b\n${head}\n\n${body}\n`;
  const mail = `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${[
    part('Content-Type: text/plain', 'Signed words.'),
    part('Content-Type: application/pgp-signature; name="signature.asc"', '-----BEGIN PGP SIGNATURE-----'),
    part('Content-Type: text/plain; name="OpenPGP_signature.asc"\nContent-Disposition: attachment', 'iQEz'),
    part('Content-Type: application/pgp-keys; name="OpenPGP_0x1.asc"\nContent-Disposition: attachment', 'mQENB'),
    part('Content-Type: application/octet-stream; name="smime.p7s"\nContent-Disposition: attachment', 'MIAGCS'),
  ].join('')}--b--\n`;
  const { documents, notes } = await readAs('a.eml', mail);
  expect(documents.map(({ text }) => text)).toEqual(['From: Ada <ada@example.org>\nSubject: News\n\nSigned words.']);
  expect(notes).toEqual([]);
  expect((await readAs('a.zip', makeZip({ 'a.eml': mail }))).documents).toHaveLength(1);
});

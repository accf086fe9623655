import { afterEach, describe, expect, test, vi } from 'vitest';
import { makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = async (message: string | Uint8Array) => (await readAny(await makeFile('a.eml', message))).documents[0];

afterEach(() => vi.unstubAllGlobals());

/** Counts the pieces that the parser keeps of a body: each costs kilobytes, however short it is. */
function countPieces(): () => number {
  let most = 0;
  class CountingBlob extends Blob {
    constructor(...given: ConstructorParameters<typeof Blob>) {
      super(...given);
      most = Math.max(most, [...(given[0] ?? [])].length);
    }
  }
  vi.stubGlobal('Blob', CountingBlob);
  return () => most;
}

const HEAD = `From: =?utf-8?Q?J=C3=BCrgen?= <juergen@example.org>
To: Ada <ada@example.org>, team: x@example.org, y@example.org;
Cc: boss@example.org
Subject: =?utf-8?B?R3LDvMOfZQ==?= from the
 office
Date: Fri, 30 Jan 2026 10:00:00 +0100
Message-ID: <1@example.org>
MIME-Version: 1.0
`;

const multipart = (...parts: readonly string[]): string =>
  `${HEAD}Content-Type: multipart/mixed; boundary="b1"\n\n${parts.map((part) => `--b1\n${part}\n`).join('')}--b1--\n`;

const plain =
  'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nDie Pumpe l=C3=A4uft=\n wieder.';

describe('an email', () => {
  test('gives who, to whom, when, about what, and the text', async () => {
    const document = await read(`${HEAD}Content-Type: text/plain\n\nIt works.\n`.replaceAll('\n', '\r\n'));
    expect(document).toEqual({
      text: `From: Jürgen <juergen@example.org>
To: Ada <ada@example.org>, team: x@example.org, y@example.org
Cc: boss@example.org
Date: 2026-01-30T09:00:00.000Z
Subject: Grüße from the office

It works.`,
      metadata: {
        from: 'Jürgen <juergen@example.org>',
        to: 'Ada <ada@example.org>, team: x@example.org, y@example.org',
        cc: 'boss@example.org',
        subject: 'Grüße from the office',
        date: '2026-01-30T09:00:00.000Z',
      },
    });
  });

  test('names what is attached', async () => {
    const pdf = `Content-Type: application/pdf; name="=?utf-8?Q?Pl=C3=A4ne.pdf?="
Content-Disposition: attachment
Content-Transfer-Encoding: base64

${Buffer.from(await makePdf(['not read'])).toString('base64')}`;
    const document = await read(multipart(plain, pdf, 'Content-Type: image/png\n\nx'));
    expect(document?.text).toMatch(/\n\nDie Pumpe läuft wieder\.\n\nAttachments: Pläne\.pdf$/);
    expect(document?.metadata.attachments).toEqual(['Pläne.pdf']);
  });

  test('gives the text of its page if it has no plain one', async () => {
    const html =
      'Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n<style>p{}</style><p>One</p><p>fünf</p>';
    expect((await read(Buffer.from(multipart(html), 'latin1')))?.text).toMatch(/\n\nOne\n\nfünf$/);
    const both = `Content-Type: multipart/alternative; boundary="b2"\n\n--b2\n${plain}\n--b2\nContent-Type: text/html\n\n<p>Page</p>\n--b2--`;
    expect((await read(multipart(both)))?.text).toMatch(/\n\nDie Pumpe läuft wieder\.$/);
  });

  test.each(['shift_jis', 'iso-2022-jp', 'windows-1251'])('reads a body in %s', async (charset) => {
    const bodies = {
      shift_jis: Buffer.from('93fa967b8cea', 'hex'),
      'iso-2022-jp': Buffer.from('1b2442467c4b5c386c1b2842', 'hex'),
      'windows-1251': Buffer.from('cff0e8e2e5f2', 'hex'),
    };
    const head = Buffer.from(
      `${HEAD}Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit\n\n`,
    );
    const body = Object.entries(bodies).find(([name]) => name === charset)?.[1] ?? Buffer.alloc(0);
    expect((await read(Buffer.concat([head, body])))?.text).toMatch(/\n\n(?:日本語|Привет)$/);
  });

  test('reads a message that was saved as a text in UTF-16', async () => {
    const message = Buffer.from(`\ufeff${HEAD}\nGrüße`, 'utf16le');
    expect((await read(message))?.text).toMatch(/\n\nGrüße$/);
  });

  test('is read with what it forwards', async () => {
    const forwarded = 'Content-Type: message/rfc822\n\nSubject: Inner\nContent-Type: text/plain\n\nInner text.';
    expect((await read(multipart(plain, forwarded)))?.text).toMatch(/wieder\..*Inner.*Inner text\./s);
  });

  test.each([
    ['base64', (text: string) => Buffer.from(text).toString('base64')],
    ['quoted-printable', (text: string) => text.replaceAll('=', '=3D').replaceAll('\r\n', '=0D=0A=\n')],
  ])('is read with the whole head of what it forwards in %s', async (encoding, encode) => {
    const inner = 'Subject: Inner\nFrom: ada@example.org\nContent-Type: text/plain; charset=utf-8\n\nInner\ntext.';
    const forwarded = `Content-Type: message/rfc822\nContent-Transfer-Encoding: ${encoding}\n\n${encode(inner.replaceAll('\n', '\r\n'))}`;
    const document = await read(multipart(plain, forwarded));
    expect(document?.text).toMatch(/wieder\.\n\nFrom: ada@example\.org\nSubject: Inner\n\nInner\ntext\.$/);
  });

  test('is read with what is forwarded in it ten times, and refused by name beyond', async () => {
    const forward = (times: number): string =>
      times === 0
        ? 'Subject: Inmost\n\nInmost text.'
        : `Subject: ${times}\nContent-Type: message/rfc822\n\n${forward(times - 1)}`;
    expect((await read(forward(9)))?.text).toMatch(/Subject: 9.*Subject: 1\n.*Subject: Inmost\n\nInmost text\.$/s);
    await expect(read(forward(10))).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: expect.stringContaining('10 deep'),
    });
  });

  test('of very many lines is kept in few pieces, and loses none', async () => {
    const lines = Array.from({ length: 60_000 }, (_, number) => (number % 10 === 9 ? '' : `Line ${number} =3D`));
    const text = lines.join('\r\n');
    const inner = `Subject: Inner\r\nContent-Type: multipart/mixed; boundary="b9"\r\n\r\n--b9\r\n\r\n${text}\r\n--b9\r\n\r\nLast.\r\n--b9--`;
    const pieces = countPieces();
    const document = await read(multipart(`Content-Type: message/rfc822\n\n${inner}`, `${plain}`));
    expect(pieces()).toBeLessThan(50_000);
    expect(document?.text).toContain(`Subject: Inner\n\n${lines.join('\n').trim()}`);
    expect(document?.text).toMatch(/Last\.$/);
    const quoted = `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n${lines.join('\n')}\nTo=\nge=C3=BCbersetzt`;
    expect((await read(multipart(quoted)))?.text).toMatch(/\nLine 59998 =\n\nTogeübersetzt$/);
  });

  test('of very many parts is refused by name', async () => {
    const parts = Array.from({ length: 60_000 }, () => '\n');
    await expect(read(multipart(...parts))).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringMatching(/"a\.eml".*100,000 parts/),
    });
  });

  test('whose parts lie more than ten deep in each other is refused by name', async () => {
    const nest = (depth: number): string =>
      depth === 0
        ? 'Content-Type: text/plain\n\nInner text.'
        : `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}\n${nest(depth - 1)}\n--b${depth}--`;
    expect((await read(`Subject: Deep\n${nest(9)}`))?.text).toContain('Inner text.');
    const refused = { code: 'FILE_CORRUPT', message: expect.stringMatching(/"a\.eml".*10 deep/) };
    await expect(read(`Subject: Deep\n${nest(60)}`)).rejects.toMatchObject(refused);
  });

  test('whose page has elements too deep in each other is refused by name', async () => {
    const page = `Subject: Deep\nContent-Type: text/html\n\n${'<div>\n'.repeat(11_000)}`;
    await expect(read(page)).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: expect.stringContaining('"a.eml" could not be read, its elements are nested too deep'),
    });
  });

  test('that is none, or empty, is refused by name', async () => {
    const refused = async (content: string | Uint8Array, code: string, words: string) =>
      expect(read(content)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    await refused('', 'FILE_EMPTY', '"a.eml"');
    await refused('Only words\n\nSubject: no', 'UNSUPPORTED_FILE_TYPE', '"a.eml" is not an email but a text file');
    await refused(makeZip({ 'a.txt': 'a' }), 'UNSUPPORTED_FILE_TYPE', 'is not an email but a .zip file');
    await refused('From: a@example.org\n\n', 'FILE_HAS_NO_TEXT', '"a.eml"');
  });
});

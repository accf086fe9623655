import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { FormParts } from '../../../../../electron/server/services/forms/form-request.ts';

/** A form of one boundary, in any encoding. */
function form(...parts: readonly (readonly [headers: Buffer | string, body: Buffer | string])[]): Buffer {
  const bytes = parts.flatMap(([headers, body]) => ['--b\r\n', headers, '\r\n\r\n', body, '\r\n']);
  return Buffer.concat([...bytes, '--b--\r\n'].map((piece) => Buffer.from(piece)));
}

async function read(sent: Buffer, { isMixed = false, size = sent.length } = {}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < sent.length; at += size) chunks.push(sent.subarray(at, at + size));
  return buffer(Readable.from(chunks).pipe(new FormParts('b', isMixed)));
}

const file = (name: string) => `Content-Disposition: form-data; name="files"; filename="${name}"`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('FormParts', () => {
  test.each([
    ['Latin-1', latin1(file('ä.txt')), 'ä.txt'],
    ['Latin-1, another', latin1(file('ö.txt')), 'ö.txt'],
    ['Windows-1251', iconv.encode(file('Договор аренды.txt'), 'windows-1251'), 'Договор аренды.txt'],
    ['Shift_JIS', iconv.encode(file('議事録.txt'), 'shift_jis'), '議事録.txt'],
    ['UTF-8', Buffer.from(file('ä.txt')), 'ä.txt'],
    [
      'what the part says',
      iconv.encode(`${file('żółw.txt')}\r\nContent-Type: text/plain; charset=iso-8859-2`, 'latin2'),
      'żółw.txt',
    ],
    ['RFC 2047, base64', file('=?utf-8?B?w6QudHh0?='), 'ä.txt'],
    ['RFC 2047, quoted and in two words', file('=?iso-8859-1?Q?=E4_=F6?= =?iso-8859-1?Q?.txt?='), 'ä ö.txt'],
    ['RFC 2047 with a quote', file('=?utf-8?Q?a=22b.txt?='), 'a\\"b.txt'],
  ])('a name in %s comes in UTF-8, and the file as it is', async (_what, headers, expected) => {
    const body = Buffer.from([0xe4, 0, 0xff, 13, 10]);
    const got = await read(form([headers, body]));
    expect(got.toString('utf8')).toContain(`filename="${expected}"`);
    expect(got.includes(Buffer.concat([Buffer.from('\r\n\r\n'), body, Buffer.from('\r\n--b--')]))).toBe(true);
  });

  test('the text of a field is read in the encoding that it names', async () => {
    const headers = 'Content-Disposition: form-data; name="metadata"\r\nContent-Type: text/plain; charset=windows-1251';
    const got = await read(form([headers, iconv.encode('договор', 'windows-1251')], [file('a.txt'), latin1('ä')]), {
      size: 7,
    });
    expect(got.toString('utf8')).toContain('charset=utf-8\r\n\r\nдоговор\r\n--b');
    expect(got.includes(0xe4)).toBe(true);
  });

  test('parts of a mixed form are files', async () => {
    const got = await read(form(['Content-Disposition: attachment; filename="a.txt"', 'A']), { isMixed: true });
    expect(got.toString()).toContain('Content-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nA');
  });

  test('anything else passes as it is, however it is cut', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 4 }), fc.integer({ min: 1, max: 40 }), async (bodies, size) => {
        const sent = form(...bodies.map((body) => [file('a.txt'), body] as const));
        expect(await read(sent, { size })).toEqual(Buffer.concat([Buffer.from('\r\n'), sent]));
      }),
      { numRuns: 60 },
    );
  });
});

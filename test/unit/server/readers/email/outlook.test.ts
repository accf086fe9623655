import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../../shared/errors/errors.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { makeCompound, makeOutlookMail, type OutlookParts } from '../../../../helpers/builders/outlook-mails.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const readBytes = async (bytes: Uint8Array) => readAny(await makeFile('mail.msg', bytes));
const read = async (parts: OutlookParts) => (await readBytes(makeOutlookMail(parts))).documents;
const textOf = async (parts: OutlookParts) => (await read(parts))[0]?.text;

const mail: OutlookParts = {
  values: {
    subject: 'Grüße aus 東京',
    senderName: 'Jürgen Groß',
    senderAddress: '/o=Example/ou=Group/cn=jg',
    senderSmtp: 'juergen@example.org',
    body: 'Die Pumpe läuft.\r\n\r\nSeit Montag.\r\n',
    submitTime: new Date('2026-01-30T09:00:00Z'),
  },
  recipients: [
    { displayName: 'Ada', smtp: 'ada@example.org', recipientType: 1 },
    { displayName: 'boss@example.org', address: 'boss@example.org', recipientType: 2 },
    { displayName: 'Secret', address: 'secret@example.org', recipientType: 3 },
  ],
};
/** "hello world", from [MS-OXRTFCP] 3.2.1. */
const PACKED_RTF = Buffer.from(
  '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
  'hex',
);

describe('an email of Outlook', () => {
  test('gives who, to whom, when, about what, and the text', async () => {
    expect(await read(mail)).toEqual([
      {
        text: `From: Jürgen Groß <juergen@example.org>
To: Ada <ada@example.org>
Cc: boss@example.org
Date: 2026-01-30T09:00:00.000Z
Subject: Grüße aus 東京

Die Pumpe läuft.

Seit Montag.`,
        metadata: {
          from: 'Jürgen Groß <juergen@example.org>',
          to: 'Ada <ada@example.org>',
          cc: 'boss@example.org',
          subject: 'Grüße aus 東京',
          date: '2026-01-30T09:00:00.000Z',
        },
      },
    ]);
  });

  test('has its text from HTML or RTF where there is no plain one', async () => {
    const html = Buffer.from('<p>The <b>pump</b> runs.</p>');
    expect(await textOf({ values: { subject: 'a', html: html, internetCodePage: 65_001 } })).toContain(
      'The pump runs.',
    );
    expect(await textOf({ values: { subject: 'a', rtf: PACKED_RTF } })).toContain('hello world');
  });

  test('reads texts in the encoding of the mail', async () => {
    const streams = { '__substg1.0_1000001E': Buffer.from('cfeef1eb', 'hex') };
    expect(await textOf({ values: { codePage: 1251 }, streams })).toBe('Посл');
    expect(await textOf({ values: {}, streams: { '__substg1.0_1000001E': Buffer.from('Grüße', 'latin1') } })).toBe(
      'Grüße',
    );
  });

  test('reads attachments as the files that they are, without what belongs to its looks', async () => {
    const documents = await read({
      ...mail,
      attachments: [
        { fileName: 'report.pdf', content: await makePdf(['Pressure fell at night.']), mimeType: 'application/pdf' },
        { shortFileName: 'NOTES~1.ZIP', content: makeZip({ 'in/notes.md': '# Seals\n\nReplace yearly.' }) },
        {
          fileName: 'logo.png',
          content: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
          attachFlags: 4,
        },
        {
          mimeType: 'text/calendar',
          content: Buffer.from('BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Repair\nEND:VEVENT\nEND:VCALENDAR\n'),
        },
      ],
    });
    expect(documents[0]?.metadata.attachments).toEqual(['report.pdf', 'NOTES~1.ZIP', 'logo.png', 'attachment 4.ics']);
    expect(documents.slice(1).map(({ text, metadata }) => [metadata.file, metadata.subject, text])).toEqual([
      ['report.pdf', 'Grüße aus 東京', 'Pressure fell at night.'],
      ['NOTES~1.ZIP/in/notes.md', 'Grüße aus 東京', expect.stringContaining('Replace yearly.')],
      ['attachment 4.ics', 'Grüße aus 東京', expect.stringContaining('Repair')],
    ]);
  });

  test('has the messages in it in its text, with their attachments', async () => {
    const inner = {
      values: { subject: 'First', body: 'It is broken.' },
      attachments: [{ fileName: 'a.txt', content: Buffer.from('Serial 4711') }],
    };
    const documents = await read({ values: { subject: 'Fw: First', body: 'See below.' }, messages: [inner] });
    expect(documents.map(({ text }) => text)).toEqual([
      'Subject: Fw: First\n\nSee below.\n\nSubject: First\n\nIt is broken.\n\nAttachments: a.txt',
      'Serial 4711',
    ]);
  });

  test('says what is wrong with it', async () => {
    const sealed = {
      values: { subject: 'a' },
      attachments: [{ fileName: 'smime.p7m', content: Buffer.from('x'), mimeType: 'application/pkcs7-mime' }],
    };
    await expect(read(sealed)).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
    await expect(read({ values: {} })).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(readBytes(Buffer.alloc(0))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await expect(readBytes(Buffer.from('From: a@example.org'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
    });
    await expect(readBytes(makeCompound({ WordDocument: Buffer.from('x') }))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining('is not an email of Outlook but a document of another program'),
    });
    const deep = Buffer.from('<div>'.repeat(20_000));
    await expect(read({ values: { html: deep } })).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('is refused, never hangs, if sectors or storages go in a circle', async () => {
    const whole = makeOutlookMail({
      ...mail,
      attachments: [{ fileName: 'a.txt', content: Buffer.from('long '.repeat(2000)) }],
    });
    const tableAt = 512 * (whole.readUInt32LE(76) + 1);
    const directory = whole.readUInt32LE(48);
    const circle = Buffer.from(whole);
    circle.writeUInt32LE(directory, tableAt + 4 * directory);
    await expect(readBytes(circle)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const entries = Buffer.from(whole);
    entries.writeUInt32LE(0, 512 * (directory + 1) + 128 + 72);
    await expect(readBytes(entries)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    await expect(readBytes(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('is read or refused, however it is damaged', async () => {
    const whole = makeOutlookMail({
      ...mail,
      attachments: [{ fileName: 'a.txt', content: Buffer.from('long '.repeat(1000)) }],
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 }), async (at, bytes) => {
        const damaged = Buffer.from(whole);
        damaged.set(bytes.subarray(0, whole.length - at), at);
        const failure = await readBytes(damaged).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure !== undefined) expect(failure).toBeInstanceOf(UserError);
      }),
      cases(100),
    );
  });
});

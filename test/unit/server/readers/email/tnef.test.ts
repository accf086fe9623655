import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number): Buffer => Buffer.concat([u16(value & 0xff_ff), u16(value >>> 16)]);

/** As [MS-OXTNEF] 2.1.3 has it: level, id, length, data, the sum of its bytes. */
function attribute(level: number, id: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xff_ff, 0);
  return Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(sum)]);
}

/** A property with a value of its own length, filled up to four bytes. */
function property(type: number, id: number, value: Buffer): Buffer {
  return Buffer.concat([u16(type), u16(id), u32(1), u32(value.length), value, Buffer.alloc(-value.length & 3)]);
}

/** RTF as it is packed where packing would not make it shorter. */
function rtf(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([u32(bytes.length + 12), u32(bytes.length), Buffer.from('MELA'), u32(0), bytes]);
}

/** Of the code page, which comes first. */
const attributeBytes = 9 + 8 + 2;

interface Packed {
  readonly title: Buffer;
  readonly content: string;
  readonly properties?: readonly Buffer[];
}

function winmail(files: readonly Packed[], codePage = 1252): Buffer {
  return Buffer.concat([
    ...[u32(0x22_3e_9f_78), u16(1)],
    attribute(1, 0x00_06_90_07, Buffer.concat([u32(codePage), u32(0)])),
    attribute(1, 0x00_01_80_04, Buffer.from('Minutes\0')),
    ...files.flatMap(({ title, content, properties = [] }) => [
      attribute(2, 0x00_06_90_02, Buffer.alloc(14)),
      attribute(2, 0x00_01_80_10, Buffer.concat([title, Buffer.alloc(1)])),
      attribute(2, 0x00_06_80_0f, Buffer.from(content)),
      ...(properties.length === 0
        ? []
        : [attribute(2, 0x00_06_90_05, Buffer.concat([u32(properties.length), ...properties]))]),
    ]),
  ]);
}

const mail = (packed: Buffer): string => `From: ada@example.org
Subject: Minutes
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain

See there.
--b
Content-Type: application/ms-tnef; name="winmail.dat"
Content-Disposition: attachment; filename="winmail.dat"
Content-Transfer-Encoding: base64

${packed.toString('base64')}
--b--
`;

const read = async (packed: Buffer) => readAny(await makeFile('a.eml', mail(packed)));

describe('what Outlook packed into a winmail.dat', () => {
  test('is read as the files that they are', async () => {
    const { documents, notes } = await read(
      winmail([
        { title: Buffer.from('one.txt'), content: 'First.' },
        { title: Buffer.from('two.json'), content: '{"price": 12.5}' },
      ]),
    );
    expect(documents.map(({ text, metadata }) => [metadata.file, text])).toEqual([
      [undefined, expect.stringContaining('See there.')],
      ['one.txt', 'First.'],
      ['two.json', 'price: 12.5'],
    ]);
    expect(documents[0]?.metadata.attachments).toEqual(['one.txt', 'two.json']);
    expect(notes).toEqual([]);
  });

  test('is called by the long name, whatever properties come before it', async () => {
    const properties = [
      Buffer.concat([u16(0x03), u16(0x37_05), u32(1)]),
      Buffer.concat([u16(0x14), u16(0x0e_08), Buffer.alloc(8)]),
      // One with a name of its own, and one with a number in a set of its own.
      Buffer.concat([
        ...[u16(0x1e), u16(0x80_01), Buffer.alloc(16), u32(1), u32(6), Buffer.from('a\0b\0\0\0\0\0', 'latin1')],
        ...[u32(1), u32(3), Buffer.from('xy\0\0', 'latin1')],
      ]),
      Buffer.concat([u16(0x03), u16(0x80_02), Buffer.alloc(16), u32(0), u32(7), u32(9)]),
      Buffer.concat([u16(0x10_03), u16(0x12_34), u32(2), u32(1), u32(2)]),
      property(0x1f, 0x37_07, Buffer.from('Beschlüsse vom Mai.txt\0', 'utf16le')),
    ];
    const { documents } = await read(winmail([{ title: Buffer.from('BESCHL~1.TXT'), content: 'Ja.', properties }]));
    expect(documents[1]?.metadata.file).toBe('Beschlüsse vom Mai.txt');
  });

  test('has its name in the code page that it says', async () => {
    const { documents } = await read(
      winmail([{ title: Buffer.from([0x8e, 0x96, 0x2e, 0x74, 0x78, 0x74]), content: 'x' }], 932),
    );
    expect(documents[1]?.metadata.file).toBe('事.txt');
  });

  test('is nothing where it holds only how the text is shown', async () => {
    const { documents, notes } = await read(winmail([]));
    expect(documents).toHaveLength(1);
    expect(documents[0]?.metadata).not.toHaveProperty('attachments');
    expect(notes).toEqual([]);
  });

  test.each([
    ['cut off', (packed: Buffer) => packed.subarray(0, -4)],
    ['changed', (packed: Buffer) => Buffer.concat([packed.subarray(0, -4), Buffer.alloc(4)])],
    ['something else', () => Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ])('is told when it is %s, and the mail is read', async (_how, harm) => {
    const { documents, notes } = await read(harm(winmail([{ title: Buffer.from('one.txt'), content: 'First.' }])));
    expect(documents).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining('winmail.dat')]);
  });
});

describe('the text that Outlook packed into a winmail.dat', () => {
  const [BODY, PROPERTIES] = [0x00_02_80_0c, 0x00_06_90_03];
  const packed = (...attributes: readonly Buffer[]): Buffer =>
    Buffer.concat([
      u32(0x22_3e_9f_78),
      u16(1),
      attribute(1, 0x00_06_90_07, Buffer.concat([u32(1252), u32(0)])),
      ...attributes,
    ]);
  const properties = (...all: readonly Buffer[]): Buffer =>
    attribute(1, PROPERTIES, Buffer.concat([u32(all.length), ...all]));
  const html = (bytes: Buffer) => properties(property(0x01_02, 0x10_13, bytes));
  const empty = (bytes: Buffer) => mail(bytes).replace('See there.', '');
  const textOf = async (content: string | Buffer, name = 'a.eml') =>
    (await readAny(await makeFile(name, content), 'perFile')).documents[0]?.text;

  test.each([
    ['plain', attribute(1, BODY, Buffer.from('Die Größe stimmt.\0', 'latin1'))],
    ['a plain property', properties(property(0x1f, 0x10_00, Buffer.from('Die Größe stimmt.\0', 'utf16le')))],
    ['a page', html(Buffer.from('<p>Die <b>Größe</b> stimmt.</p>'))],
    ['a page in Latin-1', html(Buffer.from('<meta charset=iso-8859-1><p>Die Größe stimmt.</p>', 'latin1'))],
    ['RTF', properties(property(0x01_02, 0x10_09, rtf(String.raw`{\rtf1\ansi Die Gr\'f6\'dfe stimmt.}`)))],
  ])('is read: %s', async (_form, body) => {
    expect(await textOf(empty(packed(body)))).toMatch(/Subject: Minutes\n\nDie Größe stimmt\.$/);
  });

  test('is not repeated where the mail has it, and added where it has not', async () => {
    const body = attribute(1, BODY, Buffer.from('See there.'));
    expect(await textOf(mail(packed(body)))).toMatch(/Minutes\n\nSee there\.$/);
    const other = attribute(1, BODY, Buffer.from('Quite another text of the crane.'));
    expect(await textOf(mail(packed(other)))).toContain('See there.\n\nQuite another text of the crane.');
  });

  test('is read as far as it is sound, and the rest is told', async () => {
    const body = attribute(1, BODY, Buffer.from('Words before.'));
    const { documents, notes } = await read(
      packed(body, attribute(1, 0x00_01_80_04, Buffer.from('Cut')).subarray(0, -4)),
    );
    expect(documents[0]?.text).toContain('Words before.');
    expect(notes).toEqual([expect.stringContaining('"winmail.dat"')]);
    const changed = Buffer.concat([
      attribute(1, 0x00_08_70_06, Buffer.from('version')).subarray(0, -2),
      Buffer.alloc(2),
    ]);
    expect(await textOf(mail(packed(changed, body)))).toContain('Words before.');
  });

  test.each(['a.tnef', 'winmail.dat', 'noname'])('is read from a file of its own, %s', async (name) => {
    const facts = properties(
      property(0x1e, 0x00_37, Buffer.from('Crane\0')),
      property(0x1f, 0x0c_1a, Buffer.from('Ada\0', 'utf16le')),
      property(0x1e, 0x0c_1f, Buffer.from('ada@example.org\0')),
      property(0x01_02, 0x10_13, Buffer.from('<p>Pier seven.</p>')),
    );
    const inner = winmail([{ title: Buffer.from('one.txt'), content: 'First.' }]).subarray(6);
    const { documents } = await readAny(await makeFile(name, packed(facts, inner.subarray(attributeBytes))), 'perFile');
    expect(documents.map(({ text }) => text)).toEqual([
      'From: Ada <ada@example.org>\nSubject: Minutes\n\nPier seven.\n\nAttachments: one.txt',
      'First.',
    ]);
  });

  test('of a message that is attached is read, too', async () => {
    const inner = packed(attribute(1, BODY, Buffer.from('Inmost words.')));
    const object = property(0x0d, 0x37_01, Buffer.concat([Buffer.alloc(16), inner]));
    const files = Buffer.concat([
      attribute(2, 0x00_06_90_02, Buffer.alloc(14)),
      attribute(2, 0x00_01_80_10, Buffer.from('Forwarded\0')),
      attribute(2, 0x00_06_90_05, Buffer.concat([u32(1), object])),
    ]);
    const { documents } = await read(packed(files));
    expect(documents[1]).toMatchObject({ text: 'Inmost words.', metadata: { file: 'Forwarded.tnef' } });
  });
});

import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const textsOf = async (name: string, content: string) =>
  (await readAny(await makeFile(name, content))).documents.map(({ text }) => text);

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

describe('a calendar', () => {
  test('gives each event with when, where, with whom and what', async () => {
    const content = calendar(
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:19701025T030000', 'END:STANDARD'],
      ...[
        'END:VTIMEZONE',
        'BEGIN:VEVENT',
        'UID:1',
        'SUMMARY:Bird walk\\, early',
        'DTSTART;TZID=Europe/Berlin:20260130T063000',
      ],
      ...['DTEND:20260130T083000Z', 'LOCATION:Reed lake', 'RRULE:FREQ=WEEKLY;BYDAY=FR', 'CATEGORIES:birds,walks'],
      ...['ORGANIZER;CN=Ada L.:mailto:ada@example.org', 'ATTENDEE;CN="Jürgen; Ö";ROLE=CHAIR:mailto:j@example.org'],
      ...['DESCRIPTION:Bring boots.\\nAnd a', '  thermos flask.', 'BEGIN:VALARM', 'DESCRIPTION:Reminder', 'END:VALARM'],
      ...['END:VEVENT', 'BEGIN:VTODO', 'SUMMARY:Buy boots', 'DUE;VALUE=DATE:20260128', 'END:VTODO'],
    );
    expect(await textsOf('a.ics', content)).toEqual([
      `Event: Bird walk, early
Start: 2026-01-30 06:30 (Europe/Berlin)
End: 2026-01-30 08:30 (UTC)
Repeats: every week on Friday
Where: Reed lake
Organizer: Ada L. <ada@example.org>
With: Jürgen; Ö <j@example.org>
Categories: birds, walks

Bring boots.
And a thermos flask.`,
      'Task: Buy boots\nDue: 2026-01-28',
    ]);
  });

  test.each([
    ['a.ics', 'words', 'UNSUPPORTED_FILE_TYPE'],
    ['a.ics', calendar(), 'FILE_HAS_NO_TEXT'],
    ['a.vcf', 'words', 'UNSUPPORTED_FILE_TYPE'],
    ['a.vcf', 'BEGIN:VCARD\nEND:VCARD\n', 'FILE_HAS_NO_TEXT'],
  ])('refuses %s of %j', async (name, content, code) => {
    await expect(textsOf(name, content)).rejects.toMatchObject({ code });
  });
});

describe('contacts', () => {
  test('give each person with what leads to them', async () => {
    const content = `BEGIN:VCARD
VERSION:3.0
FN:Ada Lovelace
N:Lovelace;Ada;;;
ORG:Example\\, Inc.;Machines
item1.TEL;TYPE=HOME,VOICE:+49 30 123
EMAIL;type=INTERNET;type=WORK;type=pref:ada@example.org
ADR;TYPE=work:;;Main St. 1;London;;W1;England
BDAY:1815-12-10
PHOTO;ENCODING=b;TYPE=JPEG:${'/9j/4AAQSkZJRg'.repeat(100)}
NOTE:First line\\nSecond line
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=
=BCrgen
TEL;CELL:0171 5
END:VCARD
`;
    expect(await textsOf('a.vcf', content)).toEqual([
      `Contact: Ada Lovelace
Organization: Example, Inc., Machines
Phone (home): +49 30 123
Email (work): ada@example.org
Address (work): Main St. 1, London, W1, England
Birthday: 1815-12-10
Note: First line
Second line`,
      'Contact: Jürgen Müller\nPhone (cell): 0171 5',
    ]);
  });
});

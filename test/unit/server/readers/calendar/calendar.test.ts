import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { describeRule } from '../../../../../electron/server/readers/calendar/calendar.ts';
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

  test('tells what a series leaves out, adds and moves, and who comes', async () => {
    const content = calendar(
      ...['BEGIN:VEVENT', 'SUMMARY:Round', 'DTSTART;TZID=Europe/Rome:20260105T080000', 'RRULE:FREQ=WEEKLY'],
      ...['EXDATE;TZID=Europe/Rome:20260112T080000,20260119T080000', 'EXDATE;VALUE=DATE:20260216'],
      ...['RDATE;VALUE=PERIOD;TZID=Europe/Rome:20260113T093000/PT1H', 'ATTENDEE;PARTSTAT=ACCEPTED;CN=Ada:mailto:a@b.c'],
      ...[
        'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:d@e.f',
        'ATTENDEE;PARTSTAT=TENTATIVE;CN=Jo:invalid:nomail',
        'END:VEVENT',
      ],
      ...['BEGIN:VEVENT', 'SUMMARY:Round', 'RECURRENCE-ID:20260126T070000Z', 'DTSTART:20260127T070000Z', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'SUMMARY:Round', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260601', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'SUMMARY:Twice', 'DTSTART:20260105T080000', 'RDATE:20260107T080000', 'END:VEVENT'],
    );
    expect(await textsOf('a.ics', content)).toEqual([
      `Event: Round
Start: 2026-01-05 08:00 (Europe/Rome)
Repeats: every week, except 2026-01-12, 2026-01-19 and 2026-02-16, also 2026-01-13 09:30 (Europe/Rome)
With: Ada <a@b.c> (accepted), d@e.f (no answer yet), Jo (tentative)`,
      'Event: Round\nStart: 2026-01-27 07:00 (UTC)\nReplaces: 2026-01-26 07:00 (UTC)',
      'Event: Round\nReplaces: 2026-06-01 and all later ones',
      'Event: Twice\nStart: 2026-01-05 08:00\nRepeats: also 2026-01-07',
    ]);
  });

  test.each([
    ['DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260502', 'Start: 2026-05-01\nEnd: 2026-05-01'],
    ['DTSTART;VALUE=DATE:20260226', 'DTEND;VALUE=DATE:20260301', 'Start: 2026-02-26\nEnd: 2026-02-28'],
    ['DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260501', 'Start: 2026-05-01\nEnd: 2026-05-01'],
    ['DTSTART:20260501T220000', 'DTEND:20260502T000000', 'Start: 2026-05-01 22:00\nEnd: 2026-05-02 00:00'],
  ])('tells the last day of an event: %s, %s', async (start, end, told) => {
    const content = calendar('BEGIN:VEVENT', 'SUMMARY:Fair', start, end, 'END:VEVENT');
    expect(await textsOf('a.ics', content)).toEqual([`Event: Fair\n${told}`]);
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

  test('in quoted-printable are in the encoding that they are in', async () => {
    const card = (charset: string) =>
      `BEGIN:VCARD\nVERSION:2.1\nFN${charset};ENCODING=QUOTED-PRINTABLE:J=FCrgen Gr=FCn\nNOTE${charset};ENCODING=QUOTED-PRINTABLE:Sch=F6ne Gr=F6=DFe\nEND:VCARD\n`;
    for (const charset of ['', ';CHARSET=UTF-8', ';CHARSET=ISO-8859-1', ';CHARSET=none']) {
      expect(await textsOf('a.vcf', card(charset))).toEqual(['Contact: Jürgen Grün\nNote: Schöne Größe']);
    }
    const coded = (text: string) =>
      iconv
        .encode(text, 'windows-1251')
        .toString('hex')
        .replaceAll(/../g, (hex) => `=${hex.toUpperCase()}`);
    const head = 'BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:';
    const cyrillic = `${head}${coded('Ольга Смирнова')}\nNOTE;ENCODING=QUOTED-PRINTABLE:${coded('Позвоните после обеда, пожалуйста')}\nEND:VCARD\n`;
    expect(await textsOf('a.vcf', cyrillic)).toEqual([
      'Contact: Ольга Смирнова\nNote: Позвоните после обеда, пожалуйста',
    ]);
  });
});

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', 'every week on Monday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;WKST=SU', 'every 2 weeks on Monday, Wednesday and Friday'],
  ['FREQ=DAILY;COUNT=10', 'every day, 10 times'],
  ['FREQ=MONTHLY;BYDAY=2TU;UNTIL=20260131', 'every month on the 2nd Tuesday, until date 20260131'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'every month on day 15 and the last day'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-2', 'every month on the 2nd last of Monday and Tuesday'],
  ['FREQ=YEARLY;BYMONTH=3,12;BYDAY=1SU', 'every year in March and December on the 1st Sunday'],
  ['freq=yearly;byweekno=20', 'every year, byweekno 20'],
  ['FREQ=SOMETIMES;BYDAY=XX', 'freq sometimes, byday xx'],
  ['FREQ=WEEKLY;BYDAY=XX;COUNT=1', 'every week on xx, once'],
])('the rule %s is told as: %s', (rule, words) => {
  expect(describeRule(rule, (date) => `date ${date}`)).toBe(words);
});

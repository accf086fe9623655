import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek } from '../text/text-reader.ts';
import { type Property, partsOf, readProperties, textOf } from './content-lines.ts';

const HEAD_UNITS = 1024;

/** What a calendar holds, with words for its first line. */
const ENTRIES: ReadonlyMap<string, string> = new Map([
  ['VEVENT', 'Event'],
  ['VTODO', 'Task'],
  ['VJOURNAL', 'Journal'],
]);

/** Properties that are read, in the order of the lines. */
const LINES: readonly (readonly [property: string, label: string])[] = [
  ['DTSTART', 'Start'],
  ['DTEND', 'End'],
  ['DUE', 'Due'],
  ['DURATION', 'Duration'],
  ['RRULE', 'Repeats'],
  ['RECURRENCE-ID', 'Replaces'],
  ['LOCATION', 'Where'],
  ['ORGANIZER', 'Organizer'],
  ['ATTENDEE', 'With'],
  ['STATUS', 'Status'],
  ['CATEGORIES', 'Categories'],
  ['URL', 'Link'],
  ['ATTACH', 'Attached'],
];
const DATES = new Set(['DTSTART', 'DUE']);
const PEOPLE = new Set(['ORGANIZER', 'ATTENDEE']);

/**
 * Events, tasks and journals of a calendar (RFC 5545), each a document: "Event: …", then when, where, with whom, and the description.
 * @throws UserError as {@link openText}; UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT
 */
export async function* readCalendar(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const wanted = 'a calendar (.ics)';
  const { start, pieces } = await peek(await openText(file, wanted, context), HEAD_UNITS);
  if (!/^\s*BEGIN:VCALENDAR/i.test(start)) throw wrongContent(file, wanted, 'a text file');
  /** The components that are open, the entry's first. */
  let open: string[] = [];
  let entry: Property[] = [];
  let hasEntry = false;
  for await (const property of readProperties(pieces)) {
    const component = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN' && (open.length > 0 || ENTRIES.has(component))) open.push(component);
    else if (property.name === 'END' && open.length > 0) {
      const ended = open.pop();
      if (open.length > 0) continue;
      const text = describeEntry(ENTRIES.get(ended ?? '') ?? '', entry);
      entry = [];
      hasEntry ||= text !== '';
      if (text !== '') yield { text, metadata: {} };
    } else if (open.length === 1) entry.push(property);
  }
  open = [];
  if (!hasEntry) throw fileHasNoText(file, 'it holds no events', 'export the calendar again');
}

function describeEntry(kind: string, properties: readonly Property[]): string {
  const valuesOf = (name: string) => properties.filter((property) => property.name === name);
  const [summary] = valuesOf('SUMMARY');
  const start = valuesOf('DTSTART')[0]?.value.trim() ?? '';
  const lines = [`${kind}: ${summary === undefined ? '' : textOf(summary)}`.trim()];
  for (const [name, label] of LINES) {
    const values = name === 'RRULE' ? describeRepeats(properties) : valuesOf(name).map((one) => writeValue(one, start));
    const shown = values.filter((value) => value !== '');
    if (shown.length > 0) lines.push(`${label}: ${shown.join(', ')}`);
  }
  const texts = [...valuesOf('DESCRIPTION'), ...valuesOf('COMMENT')].map(textOf).filter((text) => text !== '');
  if (summary === undefined && lines.length === 1 && texts.length === 0) return '';
  return [lines.join('\n'), ...texts].join('\n\n');
}

/** Units by RFC 5545's FREQ. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['SECONDLY', 'second'],
  ['MINUTELY', 'minute'],
  ['HOURLY', 'hour'],
  ['DAILY', 'day'],
  ['WEEKLY', 'week'],
  ['MONTHLY', 'month'],
  ['YEARLY', 'year'],
]);
const DAYS: ReadonlyMap<string, string> = new Map([
  ['MO', 'Monday'],
  ['TU', 'Tuesday'],
  ['WE', 'Wednesday'],
  ['TH', 'Thursday'],
  ['FR', 'Friday'],
  ['SA', 'Saturday'],
  ['SU', 'Sunday'],
]);
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY = /^([+-]?\d+)?(MO|TU|WE|TH|FR|SA|SU)$/;

/** Parts that are written in words, and the first day of the week, which nobody asks about. */
const KNOWN_PARTS = new Set([
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYSETPOS',
  'COUNT',
  'UNTIL',
  'WKST',
]);

/**
 * A rule of repetition (RFC 5545, 3.3.10) in words: "every 2 weeks on Monday and Friday, 10 times". Parts without words stay as they are written.
 * @param writeDate writes a date
 */
export function describeRule(rule: string, writeDate: (value: string) => string): string {
  const parts = rule.split(';').map((part): readonly [string, string] => {
    const [name = '', value = ''] = part.trim().toUpperCase().split('=', 2);
    return [name, value];
  });
  const values = new Map(parts);
  const listOf = (name: string) => (values.get(name) ?? '').split(',').filter((value) => value !== '');
  const unit = UNITS.get(values.get('FREQ') ?? '');
  const rest = parts.filter(([name]) => name !== '' && (unit === undefined || !KNOWN_PARTS.has(name)));
  const others = rest.map(([name, value]) => `${name} ${value}`.toLowerCase());
  if (unit === undefined) return others.join(', ');
  const interval = Number(values.get('INTERVAL') ?? 1);
  const days = joined(listOf('BYDAY').map(dayName));
  const places = joined(listOf('BYSETPOS').map(place));
  const when = [
    interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`,
    prefixed('in', joined(listOf('BYMONTH').map(monthName))),
    prefixed('on', places === '' || days === '' ? days : `the ${places} of ${days}`),
    prefixed('on', joined(listOf('BYMONTHDAY').map(monthDay))),
  ];
  const count = values.get('COUNT');
  const until = values.get('UNTIL');
  return [
    when.filter((part) => part !== '').join(' '),
    ...(count === undefined ? [] : [count === '1' ? 'once' : `${count} times`]),
    ...(until === undefined ? [] : [`until ${writeDate(until)}`]),
    ...others,
  ].join(', ');
}

function prefixed(word: string, text: string): string {
  return text === '' ? '' : `${word} ${text}`;
}

/** "a, b and c" */
function joined(words: readonly string[]): string {
  const [last = '', ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
}

/** "2nd", "last", "2nd last" */
function place(value: string): string {
  const number = Number(value);
  if (number === -1) return 'last';
  const end = new Intl.PluralRules('en', { type: 'ordinal' }).select(Math.abs(number));
  const suffix = { one: 'st', two: 'nd', few: 'rd', zero: 'th', many: 'th', other: 'th' }[end];
  return `${Math.abs(number)}${suffix}${number < 0 ? ' last' : ''}`;
}

function dayName(value: string): string {
  const [, number, day = ''] = DAY.exec(value) ?? [];
  const name = DAYS.get(day) ?? value.toLowerCase();
  return number === undefined ? name : `the ${place(number)} ${name}`;
}

function monthName(value: string): string {
  return MONTHS[Number(value) - 1] ?? value;
}

function monthDay(value: string): string {
  return value.startsWith('-') ? `the ${place(value)} day` : `day ${value}`;
}

/** How an event repeats: by its rules, without the dates that are left out, and on those that are added. */
function describeRepeats(properties: readonly Property[]): string[] {
  const datesOf = (name: string) => properties.filter((property) => property.name === name).flatMap(datesIn);
  const start = properties.find(({ name }) => name === 'DTSTART')?.value.trim() ?? '';
  const time = /T.*$/.exec(start)?.[0];
  // Mostly the time of day is that of all.
  const write = ({ value, zone }: ZonedDate) =>
    time !== undefined && value.endsWith(time)
      ? writeDate(value.slice(0, -time.length), undefined)
      : writeDate(value, zone);
  const rules = properties.filter(({ name }) => name === 'RRULE');
  const except = datesOf('EXDATE').map(write);
  const also = datesOf('RDATE').map(write);
  return [
    ...rules.map(({ value }) => describeRule(value, (date) => writeDate(date, undefined))),
    ...(except.length === 0 ? [] : [`except ${joined(except)}`]),
    ...(also.length === 0 ? [] : [`also ${joined(also)}`]),
  ];
}

interface ZonedDate {
  readonly value: string;
  readonly zone: string | undefined;
}

/** Of periods, when they begin. */
function datesIn({ value, params }: Property): ZonedDate[] {
  const dates = value.split(',').map((date) => date.split('/', 1)[0]?.trim() ?? '');
  return dates.filter((date) => date !== '').map((date) => ({ value: date, zone: params.get('TZID') }));
}

/** Calendars say the day after the last one: people say the last. */
function lastDay(end: string, start: string): string {
  const [, year, month, day, hour] = DATE.exec(end) ?? [];
  if (year === undefined || hour !== undefined || end <= start) return end;
  const last = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - 1));
  return last.toISOString().slice(0, 10).replaceAll('-', '');
}

/** @param start when the event begins */
function writeValue(property: Property, start: string): string {
  const { name, params, value } = property;
  if (name === 'DTEND') return writeDate(lastDay(value.trim(), start), params.get('TZID'));
  if (name === 'RECURRENCE-ID') {
    const isLast = params.get('RANGE')?.toUpperCase() !== 'THISANDFUTURE';
    return `${writeDate(value, params.get('TZID'))}${isLast ? '' : ' and all later ones'}`;
  }
  if (DATES.has(name)) return writeDate(value, params.get('TZID'));
  if (PEOPLE.has(name)) return writePerson(value, params);
  if (name === 'CATEGORIES') return partsOf(property, ',').join(', ');
  // What is attached may be a whole file, as letters.
  return name === 'ATTACH' && params.has('ENCODING') ? '' : textOf(property);
}

const DATE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{0,2}(Z)?)?$/;

function writeDate(value: string, zone: string | undefined): string {
  const [, year, month, day, hour, minute, utc] = DATE.exec(value.trim()) ?? [];
  if (year === undefined) return value.trim();
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const where = utc === undefined ? zone : 'UTC';
  return `${date} ${hour}:${minute}${where === undefined ? '' : ` (${where})`}`;
}

/** What people have answered; other answers stay as they are written. */
const ANSWERS: ReadonlyMap<string, string> = new Map([['NEEDS-ACTION', 'no answer yet']]);

function writePerson(value: string, params: Property['params']): string {
  const address = value.trim().replace(/^mailto:/i, '');
  const name = params.get('CN') ?? '';
  const answer = params.get('PARTSTAT')?.toUpperCase();
  const words = answer === undefined ? '' : ` (${ANSWERS.get(answer) ?? answer.toLowerCase().replaceAll('-', ' ')})`;
  if (name === '' || name === address) return `${address}${words}`;
  return `${address.includes('@') ? `${name} <${address}>` : name}${words}`;
}

import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { peek } from '../text/text-reader.ts';
import { type Property, partsOf, readProperties, textOf } from './content-lines.ts';
import { describeRule } from './repeat-rule.ts';

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
  ['LOCATION', 'Where'],
  ['ORGANIZER', 'Organizer'],
  ['ATTENDEE', 'With'],
  ['STATUS', 'Status'],
  ['CATEGORIES', 'Categories'],
  ['URL', 'Link'],
  ['ATTACH', 'Attached'],
];
const DATES = new Set(['DTSTART', 'DTEND', 'DUE']);
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
  const lines = [`${kind}: ${summary === undefined ? '' : textOf(summary)}`.trim()];
  for (const [name, label] of LINES) {
    const values = valuesOf(name).map(writeValue);
    const shown = values.filter((value) => value !== '');
    if (shown.length > 0) lines.push(`${label}: ${shown.join(', ')}`);
  }
  const texts = [...valuesOf('DESCRIPTION'), ...valuesOf('COMMENT')].map(textOf).filter((text) => text !== '');
  if (summary === undefined && lines.length === 1 && texts.length === 0) return '';
  return [lines.join('\n'), ...texts].join('\n\n');
}

function writeValue(property: Property): string {
  const { name, params, value } = property;
  if (DATES.has(name)) return writeDate(value, params.get('TZID'));
  if (PEOPLE.has(name)) return writePerson(value, params.get('CN'));
  if (name === 'RRULE') return describeRule(value, (date) => writeDate(date, undefined));
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

function writePerson(value: string, name: string | undefined): string {
  const address = value.trim().replace(/^mailto:/i, '');
  if (name === undefined || name === '' || name === address) return address;
  return address.includes('@') ? `${name} <${address}>` : name;
}

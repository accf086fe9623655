import { z } from 'zod';
import { locale, t } from '../../../shared/texts/t.ts';

/** The parts of a chunk's metadata that say where it comes from; loaders give what they know. */
const PlaceSchema = z.looseObject({
  source: z.string().optional().catch(undefined),
  file: z.string().optional().catch(undefined),
  mail: z.number().optional().catch(undefined),
  line: z.number().optional().catch(undefined),
  sheet: z.string().optional().catch(undefined),
  row: z.number().optional().catch(undefined),
  slide: z.number().optional().catch(undefined),
  loc: z
    .looseObject({
      pageNumber: z.number().optional().catch(undefined),
      lines: z.looseObject({ from: z.number(), to: z.number() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** What the readers of mails say of each. */
const MailSchema = z.looseObject({
  subject: z.string().optional().catch(undefined),
  from: z.string().optional().catch(undefined),
  date: z.iso.datetime({ offset: true }).optional().catch(undefined),
});

const mailDate = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' });

/** "Tamás Nagy" of "Tamás Nagy <tamas@example.org>"; an address where there is no name. */
function personOf(from: string): string {
  return /^"?([^"<]*[^"<\s])"?\s*</.exec(from)?.[1] ?? from.replaceAll(/^\s*<|>\s*$/g, '');
}

/** What a passage of a mail is called: "Rescue boat · Tamás Nagy · 10 Jun 2026"; undefined of all else. */
function mailTitle(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { subject = '', from = '', date } = MailSchema.parse(metadata);
  // A page or table may have columns of these names: a mail has a sender and a subject or a date.
  if (from === '' || (subject === '' && date === undefined)) return undefined;
  const when = date === undefined ? [] : [mailDate.format(new Date(date))];
  return [subject === '' ? t('No subject') : subject, personOf(from), ...when].join(' · ');
}

/** What a passage is called: of a mail by its subject, sender and date, of all else by its file or address. */
export function passageTitle(metadata: Readonly<Record<string, unknown>>): string {
  return mailTitle(metadata) ?? sourceName(metadata);
}

/** The file or address that a passage comes from. */
export function sourceName(metadata: Readonly<Record<string, unknown>>): string {
  const source = PlaceSchema.parse(metadata).source;
  return source === undefined || source === '' ? t('Unknown source') : source;
}

/** Where a passage with a title stands: its place in its source; of a mail the file that it is in, too. */
export function placeUnderTitle(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const place = placeInSource(metadata);
  if (mailTitle(metadata) === undefined) return place;
  const source = sourceName(metadata);
  return place === undefined ? source : `${source}, ${place}`;
}

/**
 * Where in its source a passage stands: "page 2, lines 4–18", "sheet Plots, row 7", "slide 3", "mail 12"; of a part of an archive or mail its name
 * first. Undefined when the loader could not say.
 */
export function placeInSource(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { file, mail, line, sheet, row, slide, loc } = PlaceSchema.parse(metadata);
  const parts: string[] = [];
  if (mail !== undefined) parts.push(t('mail {number}', { number: mail }));
  if (file !== undefined) parts.push(file);
  if (sheet !== undefined) parts.push(t('sheet {name}', { name: sheet }));
  if (slide !== undefined) parts.push(t('slide {number}', { number: slide }));
  if (loc?.pageNumber !== undefined) parts.push(t('page {number}', { number: loc.pageNumber }));
  const tableRow = row ?? line;
  if (tableRow !== undefined) parts.push(t('row {number}', { number: tableRow }));
  else if (loc?.lines !== undefined) {
    const { from, to } = loc.lines;
    parts.push(from === to ? t('line {number}', { number: from }) : t('lines {from}–{to}', { from, to }));
  }
  return parts.length === 0 ? undefined : parts.join(', ');
}

import { z } from 'zod';
import { t } from '../../../shared/texts/t.ts';

/** The parts of a chunk's metadata that say where it comes from; loaders give what they know. */
const PlaceSchema = z.looseObject({
  source: z.string().optional().catch(undefined),
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

/** The file or address that a passage comes from. */
export function sourceName(metadata: Readonly<Record<string, unknown>>): string {
  const source = PlaceSchema.parse(metadata).source;
  return source === undefined || source === '' ? t('Unknown source') : source;
}

/** Where in its source a passage stands: "page 2, lines 4–18", "row 7", "sheet Plots, row 7", "slide 3"; undefined when the loader could not say. */
export function placeInSource(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { line, sheet, row, slide, loc } = PlaceSchema.parse(metadata);
  const parts: string[] = [];
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

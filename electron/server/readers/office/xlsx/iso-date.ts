import { DAYS_TO_1904, type NumberFormat } from './number-formats.ts';

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?Z?)?$/;
const MS_A_DAY = 86_400_000;
/** Excel's number of 1 January 1970. */
const DAYS_TO_1970 = 25_569;

/** What shows of a date that is stored in ISO 8601: as the cell's format says, or without a time of midnight if the format is none of dates. */
export function shownDate(written: string, format: NumberFormat | undefined, countsFrom1904: boolean): string {
  const [, day, time = '00:00', seconds = ':00'] = DATE.exec(written.trim()) ?? [];
  const at = Date.parse(`${day}T${time}${seconds}Z`);
  if (day === undefined || Number.isNaN(at)) return written;
  const number = at / MS_A_DAY + DAYS_TO_1970 - (countsFrom1904 ? DAYS_TO_1904 : 0);
  const shown = format?.(String(number)) ?? '';
  if (shown !== '' && Number.isNaN(Number(shown.replace(/[,%]/g, '')))) return shown;
  return Number.isInteger(number) ? day : `${day} ${time}${seconds === ':00' ? '' : seconds}`;
}

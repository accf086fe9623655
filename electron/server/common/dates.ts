const DAY_MS = 24 * 60 * 60 * 1000;

/** The last instant that a date of a query stands for, in ISO format: the last millisecond of a day, or the instant itself. @param date ISO date or date and time */
export function endOfDate(date: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date);
  const instant = Date.parse(date);
  return new Date(isDay ? instant + DAY_MS - 1 : instant).toISOString();
}

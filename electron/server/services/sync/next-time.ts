import { type Schedule, WEEKDAYS } from '../../../../shared/api/sync.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A calendar day with a time, wherever it is. Months count from 1. */
interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** The time in a zone. */
export interface ZoneClock {
  wallTime(ms: number): WallTime;
  /** The first moment at which clocks there show a time, or where they skip it, the same time by the clock before the change. */
  moment(wall: WallTime): number;
}

/** @param timeZone IANA name; undefined: of this machine */
export function createZoneClock(timeZone?: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  function wallTime(ms: number): WallTime {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
  }
  /** How far clocks there are ahead of UTC at a moment, in ms. */
  const offsetAt = (ms: number): number => asUtc(wallTime(ms)) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return {
    wallTime,
    moment(wall) {
      const utc = asUtc(wall);
      // Zones are at most 14 hours from UTC, and change their offset at most once in two days.
      const [before, after] = [utc - offsetAt(utc - DAY_MS), utc - offsetAt(utc + DAY_MS)];
      const shown = [before, after].filter((ms) => asUtc(wallTime(ms)) === utc);
      return shown.length === 0 ? before : Math.min(...shown);
    },
  };
}

function asUtc({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** The same day, or some days later, at a time of the day. */
function dayAt({ year, month, day }: WallTime, daysLater: number, at: string): WallTime {
  const date = new Date(Date.UTC(year, month - 1, day + daysLater));
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour, minute };
}

function isWanted(schedule: Schedule, wall: WallTime): boolean {
  if (schedule.every !== 'week') return true;
  // getUTCDay counts from Sunday.
  const weekday = WEEKDAYS[(new Date(asUtc(wall)).getUTCDay() + 6) % WEEKDAYS.length];
  return weekday !== undefined && schedule.days.includes(weekday);
}

/**
 * When a schedule is due next, after a moment. Each day has each time of it once, also when clocks change.
 * @returns ms since 1970
 */
export function nextTime(schedule: Schedule, afterMs: number, clock: ZoneClock): number {
  if (schedule.every === 'minutes') return afterMs + schedule.minutes * MINUTE_MS;
  if (schedule.every === 'hour') {
    // By the clock of the place: some zones are half an hour off.
    const { minute } = clock.wallTime(afterMs);
    const hourStart = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS - minute * MINUTE_MS;
    const due = hourStart + schedule.minute * MINUTE_MS;
    return due > afterMs ? due : due + 60 * MINUTE_MS;
  }
  const today = clock.wallTime(afterMs);
  for (let days = 0; days <= WEEKDAYS.length + 1; days += 1) {
    const wall = dayAt(today, days, schedule.at);
    const due = clock.moment(wall);
    if (due > afterMs && isWanted(schedule, wall)) return due;
  }
  throw new RangeError('A schedule without a day.');
}

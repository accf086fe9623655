import { describe, expect, test } from 'vitest';
import { createZoneClock, nextTime } from '../../../../../electron/server/services/sync/next-time.ts';
import type { Schedule } from '../../../../../shared/api/sync.ts';

function next(schedule: Schedule, after: string, timeZone: string): string {
  return new Date(nextTime(schedule, Date.parse(after), createZoneClock(timeZone))).toISOString();
}

const at = (time: string): Schedule => ({ every: 'day', at: time });

describe('when a schedule is due next', () => {
  test.each<[string, Schedule, string, string, string]>([
    ['today', at('07:00'), '2026-01-15T05:59:59Z', 'Europe/Berlin', '2026-01-15T06:00:00.000Z'],
    ['tomorrow, when it is just now', at('07:00'), '2026-01-15T06:00:00Z', 'Europe/Berlin', '2026-01-16T06:00:00.000Z'],
    ['over the end of a year', at('00:05'), '2026-12-31T12:00:00Z', 'UTC', '2027-01-01T00:05:00.000Z'],
    ['on the 29th of February', at('12:00'), '2028-02-28T13:00:00Z', 'UTC', '2028-02-29T12:00:00.000Z'],
    // Clocks go from 02:00 to 03:00 on 2026-03-29.
    [
      'at the new time after clocks change',
      at('07:00'),
      '2026-03-28T12:00:00Z',
      'Europe/Berlin',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'once on a day that skips its time',
      at('02:30'),
      '2026-03-28T12:00:00Z',
      'Europe/Berlin',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'after a skipped time, on the next day',
      at('02:30'),
      '2026-03-29T01:30:00Z',
      'Europe/Berlin',
      '2026-03-30T00:30:00.000Z',
    ],
    // Clocks go from 03:00 to 02:00 on 2026-10-25: 02:30 comes twice.
    ['at the first of two', at('02:30'), '2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['not at the second of two', at('02:30'), '2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-26T01:30:00.000Z'],
    ['in a zone far ahead', at('00:30'), '2026-06-01T11:00:00Z', 'Pacific/Kiritimati', '2026-06-02T10:30:00.000Z'],
    ['in a zone far behind', at('23:30'), '2026-06-02T10:00:00Z', 'Pacific/Pago_Pago', '2026-06-02T10:30:00.000Z'],
    [
      'on a chosen weekday',
      { every: 'week', days: ['monday', 'friday'], at: '09:00' },
      '2026-01-16T10:00:00Z',
      'UTC',
      '2026-01-19T09:00:00.000Z',
    ],
    [
      'in a week, when today has had it',
      { every: 'week', days: ['thursday'], at: '09:00' },
      '2026-01-15T09:00:00Z',
      'UTC',
      '2026-01-22T09:00:00.000Z',
    ],
    ['in the hour', { every: 'hour', minute: 15 }, '2026-01-15T10:14:30Z', 'UTC', '2026-01-15T10:15:00.000Z'],
    ['in the next hour', { every: 'hour', minute: 15 }, '2026-01-15T10:15:00Z', 'UTC', '2026-01-15T11:15:00.000Z'],
    [
      'by the clock of a zone of half hours',
      { every: 'hour', minute: 0 },
      '2026-01-15T10:00:00Z',
      'Asia/Kolkata',
      '2026-01-15T10:30:00.000Z',
    ],
    [
      'each hour while clocks change',
      { every: 'hour', minute: 0 },
      '2026-10-25T00:30:00Z',
      'Europe/Berlin',
      '2026-10-25T01:00:00.000Z',
    ],
    [
      'after some minutes',
      { every: 'minutes', minutes: 20 },
      '2026-10-25T00:50:00Z',
      'Europe/Berlin',
      '2026-10-25T01:10:00.000Z',
    ],
  ])('%s', (_name, schedule, after, timeZone, expected) => {
    expect(next(schedule, after, timeZone)).toBe(expected);
  });

  test('is on each day of a year once, whatever the clocks do', () => {
    const clock = createZoneClock('America/New_York');
    const days: number[] = [];
    let now = Date.parse('2026-01-01T12:00:00Z');
    for (let day = 0; day < 365; day += 1) {
      now = nextTime(at('01:30'), now, clock);
      days.push(clock.wallTime(now).day);
    }
    expect(new Date(now).toISOString().slice(0, 10)).toBe('2027-01-01');
    expect(days.every((day, index) => index === 0 || day !== days[index - 1])).toBe(true);
  });
});

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
export function joined(words: readonly string[]): string {
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

import { datesIn } from '../../../shared/text/dates.ts';
import { foldInPlace, foldText } from '../../../shared/text/words.ts';
import type { Place } from '../core/answer.ts';
import { type Language, meaningOf, numberOfWord } from './languages.ts';
import { periodOfCharacter, periodOfWord, UNSPACED_PERIODS, unitBehind, unitOfSign } from './units.ts';

/** Something of a text that must agree wherever it is repeated. UTF-16 offsets. */
export interface TextFact {
  readonly kind: 'number' | 'date' | 'month' | 'weekday' | 'time' | 'code' | 'period';
  readonly start: number;
  readonly end: number;
  /** What it may mean: of a date as it is told. */
  readonly values: readonly string[];
  /** What else it says: a date also its month and year. */
  readonly implied: readonly string[];
  /** Of a number. */
  readonly unit: string | undefined;
}

type Found = Omit<TextFact, 'implied' | 'unit'> & Partial<Pick<TextFact, 'implied' | 'unit'>>;

const LATIN_BEFORE = /[\p{sc=Latin}_]$/u;
const NUMBER = /(?<![\d.,])(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,٫٬]\d+)*)/gu;
const CODE =
  /(?<![\p{L}\d])(?:[a-z]{1,6}[-_./]?\d[a-z\d]*(?:[-_/.][a-z\d]+)*|\d+[a-z]{1,4}\d[a-z\d]*|\d{1,4}[-/]?[a-z](?![a-z\d])(?=\P{L}|$))/gu;
const CLOCK =
  /(?<![\d.,:])(\d{1,2})(?:(?::|[ \u00a0]?h[ \u00a0]?)(\d{2})(?::\d{2})?(?!\d)|\.(\d{2})(?=[ \u00a0]?(?:uhr|[ap]\.?m)))?(?:[ \u00a0]?(uhr|a\.?m\b\.?|p\.?m\b\.?|o'clock|(?:[点點]|時(?!間)|时(?!间))(?:(\d{1,2})分|(半))?))?/gu;
const AFTERNOON = /(?:午後|下午|晚上|夜|مساء)\s*$/u;
const CURRENCY_BEFORE = /(us\$|[$€£¥]|eur|usd|chf|gbp)[ \u00a0]?$/u;
const MINUS_BEFORE = /(?:^|[\s(])[-−–]$|(?:minus|moins|menos|零下|マイナス|ناقص)\s?$/u;
const RANGE_BEFORE = /\d\s[-−–]$/;
const WORD = /[\p{sc=Latin}\p{sc=Arabic}\p{M}]+/gu;
const MULTIPLIERS: readonly (readonly [RegExp, number])[] = [
  [/^[ \u00a0]?(?:hundred|hundert|cientos|cents?(?= \p{L}))(?!\p{L})/u, 1e2],
  [/^[ \u00a0]?mil millones/u, 1e9],
  [/^[ \u00a0]?(?:thousand|tausend|mille|mil|الف|الاف|الفا)(?!\p{L})/u, 1e3],
  [/^[ \u00a0]?(?:million|millions|millionen|mio\.?|millon|millones|مليون|ملايين|مليونا)(?!\p{L})/u, 1e6],
  [/^[ \u00a0]?(?:billion|billions|bn|milliarde|milliarden|mrd\.?|milliard|milliards|مليار|مليارات)(?!\p{L})/u, 1e9],
  [/^百万/u, 1e6],
  [/^千万/u, 1e7],
  [/^[亿億]/u, 1e8],
  [/^[万萬]/u, 1e4],
  [/^千(?!克|瓦|米)/u, 1e3],
];
const CHINESE_DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const CHINESE_POWERS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 萬: 10_000 };
const CHINESE_NUMBER =
  /[〇零一二两兩三四五六七八九十百千万萬]+(?=[个個]?(?:月|小时|小時|星期|工作日|季度)|年|日|天|周|週|时|時|分|秒|点|點|元|円|块|人|名|位|条|條|台|歳|岁|倍|次|回|件|本|枚|公斤|千克|公里|米|吨|克|か月|ヶ月|カ月|ヵ月|层|階|楼|章|页|号|個|个|间|間|つ|者|社|家|种|種|项|項)/gu;
const CHINESE_ORDINAL = /第([〇零一二两三四五六七八九十百\d]+)/gu;
const CHINESE_MONTH =
  /(?<![第\d〇零一二三四五六七八九十])(\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:(\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号號])?/gu;
const UNSPACED_WEEKDAY =
  /(?:星期|周|週|礼拜|禮拜)([一二三四五六日天])(?!间|年)|(?:(?<=[（(])([月火水木金土日])(?=[)）])|([月火水木金土日])曜)/gu;
const WEEKDAY_NUMBERS: Readonly<Record<string, number>> = {
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  日: 7,
  天: 7,
  月: 1,
  火: 2,
  水: 3,
  木: 4,
  金: 5,
  土: 6,
};
/** Of no month where they stand alone and small. */
const OTHER_WORDS = new Set('may march mar august jan jun dec sept'.split(' '));
const SMALL = /^\p{Ll}/u;
const ORDINAL_SIGN = /^(?:st|nd|rd|th|ere?|e|eme|º|ª)(?![\p{L}\d])/u;
const MAX_PLAIN_YEAR = 2100;
/** Dual forms of Arabic say two. */
const ARABIC_DUALS: Readonly<Record<string, string>> = {
  يومان: 'day',
  يومين: 'day',
  اسبوعان: 'week',
  اسبوعين: 'week',
  شهران: 'month',
  شهرين: 'month',
  سنتان: 'year',
  سنتين: 'year',
  عامان: 'year',
  عامين: 'year',
  ساعتان: 'hour',
  ساعتين: 'hour',
  دقيقتان: 'minute',
  دقيقتين: 'minute',
};

function chineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (!/[十百千万萬]/.test(text)) return Number([...text].map((digit) => CHINESE_DIGITS[digit] ?? 0).join(''));
  let total = 0;
  let digit: number | undefined;
  for (const character of text) {
    const power = CHINESE_POWERS[character];
    if (power === undefined) digit = CHINESE_DIGITS[character];
    else if (power === 10_000) {
      total = (total + (digit ?? 0)) * power;
      digit = undefined;
    } else {
      total += (digit ?? 1) * power;
      digit = undefined;
    }
  }
  return total + (digit ?? 0);
}

/** What a number may be that is written with signs for thousands or decimals. */
function readNumber(written: string, language: Language): readonly string[] {
  const bare = written.replaceAll(/[ \u00a0\u202f'’٬]/g, '').replace('٫', '.');
  const signs = bare.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined || written.includes('٫')) return [String(Number(bare))];
  const isMixed = signs.some((sign) => sign !== last);
  const isOften = signs.length > 1 && !isMixed;
  const groups = bare.split(/[.,]/);
  const hasGroups = groups.slice(1).every((group) => group.length === 3) && (groups[0]?.length ?? 0) <= 3;
  const whole = String(Number(groups.join('')));
  const decimal = String(Number(`${groups.slice(0, -1).join('')}.${groups.at(-1)}`));
  if (isOften) return hasGroups ? [whole] : [bare.replaceAll(',', '.')];
  if (isMixed) return [decimal];
  if (!hasGroups || groups[0] === '0') return [decimal];
  const isComma = language === 'de' || language === 'fr' || language === 'es';
  return [(last === ',') === isComma ? decimal : whole];
}

interface Reading {
  readonly text: string;
  /** With each letter in its place. */
  readonly folded: string;
  readonly language: Language;
  readonly facts: Found[];
  /** By UTF-16 unit 1 where it belongs to a fact. */
  readonly taken: Uint8Array;
}

function isFree({ taken }: Reading, start: number, end: number): boolean {
  return !taken.subarray(start, end).includes(1);
}

function add(reading: Reading, fact: Found): void {
  if (!isFree(reading, fact.start, fact.end)) return;
  reading.taken.fill(1, fact.start, fact.end);
  reading.facts.push(fact);
}

function readDates(reading: Reading): void {
  const { text, folded } = reading;
  for (const { from, to, keys, exact } of datesIn(text)) {
    const months = exact.map((key) => (key.length === 4 ? key.slice(0, 2) : key.slice(4, 6)));
    const years = exact.filter((key) => key.length > 4).map((key) => key.slice(0, 4));
    const implied = [...keys, ...months.map((month) => `m${Number(month)}`), ...years.map((year) => `n${year}`)];
    add(reading, { kind: 'date', start: from, end: to, values: exact, implied });
  }
  for (const { 0: found, 1: month = '', 2: day, index } of folded.matchAll(CHINESE_MONTH)) {
    const number = chineseNumber(month);
    const span = { start: index, end: index + found.length };
    if (day === undefined) add(reading, { kind: 'month', ...span, values: [String(number)] });
    else {
      const key = `${String(number).padStart(2, '0')}${String(chineseNumber(day)).padStart(2, '0')}`;
      add(reading, { kind: 'date', ...span, values: [key], implied: [key, `m${number}`] });
    }
  }
}

function readClock(reading: Reading): void {
  const { folded } = reading;
  for (const { 0: found, 1: hours = '', 2: colon, 3: point, 4: sign, 5: past, 6: half, index } of folded.matchAll(
    CLOCK,
  )) {
    const minutes = colon ?? point ?? past ?? (half === undefined ? undefined : '30');
    if (minutes === undefined && sign === undefined) continue;
    if (Number(hours) > 24 || LATIN_BEFORE.test(folded.slice(0, index).slice(-1))) continue;
    const isLate = sign?.startsWith('p') === true || AFTERNOON.test(folded.slice(Math.max(0, index - 4), index));
    const isNight = sign?.startsWith('a') === true && Number(hours) === 12;
    const hour = (Number(hours) % 12) + (isLate ? 12 : 0);
    const value = isLate || isNight ? hour : Number(hours);
    add(reading, {
      kind: 'time',
      start: index,
      end: index + found.length,
      values: [`${value}:${minutes ?? '00'}`],
    });
  }
}

function multiplied(behind: string): { readonly factor: number; readonly length: number } {
  for (const [pattern, factor] of MULTIPLIERS) {
    const match = pattern.exec(behind);
    if (match !== null) return { factor, length: match[0].length };
  }
  return { factor: 1, length: 0 };
}

/** Adds a number that ends at a place, with what stands behind and before it. */
function addNumber(reading: Reading, start: number, end: number, values: readonly string[]): void {
  const { folded } = reading;
  const { factor, length } = multiplied(folded.slice(end, end + 16));
  const last = end + length;
  const sign = CURRENCY_BEFORE.exec(folded.slice(Math.max(0, start - 4), start));
  const ordinal = ORDINAL_SIGN.exec(folded.slice(last, last + 5));
  const behind = ordinal === null ? unitBehind(folded.slice(last, last + 48)) : undefined;
  const before = folded.slice(Math.max(0, start - 10), start);
  const isNegative = MINUS_BEFORE.test(before) && !RANGE_BEFORE.test(before);
  const scaled = values.map(
    (value) => `${isNegative ? '-' : ''}${factor === 1 ? value : String(Number(value) * factor)}`,
  );
  const isYear =
    behind?.unit === 'year' && values.some((value) => Number(value) > 1000 && Number(value) < MAX_PLAIN_YEAR);
  add(reading, {
    kind: 'number',
    start: sign === null ? start : start - sign[0].length,
    end: last + (behind?.length ?? ordinal?.[0].length ?? 0),
    values: scaled,
    unit: isYear ? undefined : (unitOfSign(sign?.[1] ?? '') ?? behind?.unit),
  });
}

function readNumbers(reading: Reading): void {
  const { folded, language } = reading;
  for (const { 0: found, index } of folded.matchAll(NUMBER)) {
    const before = folded.slice(0, index).slice(-1);
    if (LATIN_BEFORE.test(before) && !CURRENCY_BEFORE.test(folded.slice(Math.max(0, index - 4), index))) continue;
    if (isFree(reading, index, index + found.length)) {
      addNumber(reading, index, index + found.length, readNumber(found, language));
    }
  }
  if (language !== 'zh' && language !== 'ja') return;
  for (const { 0: found, index } of folded.matchAll(CHINESE_NUMBER)) {
    const value = chineseNumber(found);
    if (value > 1 && isFree(reading, index, index + found.length)) {
      addNumber(reading, index, index + found.length, [String(value)]);
    }
  }
}

function readCodes(reading: Reading): void {
  for (const { 0: found, index } of reading.folded.matchAll(CODE)) {
    const [, number = '', letters = ''] = /^(\d+)[-/]?([a-z]+)$/.exec(found) ?? [];
    if (number !== '' && (unitBehind(letters) !== undefined || ORDINAL_SIGN.test(letters))) continue;
    const value = found.replaceAll(/[-_./]/g, '');
    add(reading, { kind: 'code', start: index, end: index + found.length, values: [value] });
  }
}

function readUnspacedWords(reading: Reading): void {
  const { folded } = reading;
  for (const { 0: found, 1: chinese, 2: short, 3: japanese, index } of folded.matchAll(UNSPACED_WEEKDAY)) {
    const value = WEEKDAY_NUMBERS[chinese ?? short ?? japanese ?? ''];
    add(reading, { kind: 'weekday', start: index, end: index + found.length, values: [String(value)] });
  }
  for (const { 0: found, 1: number = '', index } of folded.matchAll(CHINESE_ORDINAL)) {
    addNumber(reading, index, index + found.length, [String(chineseNumber(number))]);
  }
  for (const { 0: found, 1: every, 2: amount, index } of folded.matchAll(UNSPACED_PERIODS)) {
    const period = periodOfCharacter(every ?? amount ?? '');
    if (period !== undefined)
      add(reading, { kind: 'period', start: index, end: index + found.length, values: [period] });
  }
}

const PER = /(?:per|a|each) $/;
/** With its article: "one" and "five" are other words. */
const ARABIC_WEEKDAY = /^(?:و|ب|ل)?ال/u;
const TENS_JOIN = /^(?: y |[-\u2010 ])([\p{sc=Latin}]+)/u;
const ARABIC_JOIN = /^ و([\p{sc=Arabic}]+)/u;

/** A number in words from a word on, which may be two. */
function wordNumber(
  reading: Reading,
  word: string,
  end: number,
): { readonly value: number; readonly end: number } | undefined {
  const value = numberOfWord(word, reading.language);
  if (value === undefined) return undefined;
  const behind = reading.folded.slice(end, end + 20);
  const isTens = value >= 20 && value % 10 === 0;
  const next = isTens
    ? TENS_JOIN.exec(behind)
    : reading.language === 'ar' && value < 10
      ? ARABIC_JOIN.exec(behind)
      : null;
  const more = next === null ? undefined : numberOfWord(foldText(next[1] ?? ''), reading.language);
  const fits = more !== undefined && (isTens ? more < 10 : more >= 20);
  return fits && next !== null && more !== undefined
    ? { value: value + more, end: end + next[0].length }
    : { value, end };
}

/** What a word says by itself, besides a number. */
function factOfWord({ text, folded, language }: Reading, span: Place): Found | undefined {
  const word = foldText(folded.slice(span.start, span.end));
  const isSmall = SMALL.test(text.slice(span.start, span.end));
  const isOther = isSmall && language === 'en' && OTHER_WORDS.has(word);
  const month = isOther ? undefined : meaningOf(word, 'months', language);
  if (month !== undefined) return { kind: 'month', ...span, values: [String(month)] };
  const weekday = meaningOf(word, 'weekdays', language);
  if (weekday !== undefined && (language !== 'ar' || ARABIC_WEEKDAY.test(word))) {
    return { kind: 'weekday', ...span, values: [String(weekday)] };
  }
  const dual = language === 'ar' ? ARABIC_DUALS[word] : undefined;
  if (dual !== undefined) return { kind: 'number', ...span, values: ['2'], unit: dual };
  const isTime = word === 'second' && PER.test(folded.slice(0, span.start).slice(-6));
  const ordinal = isTime ? undefined : meaningOf(word, 'ordinals', language);
  if (ordinal !== undefined) return { kind: 'number', ...span, values: [String(ordinal)] };
  const period = periodOfWord(word);
  return period === undefined ? undefined : { kind: 'period', ...span, values: [period] };
}

function readWords(reading: Reading): void {
  for (const { 0: found, index } of reading.folded.matchAll(WORD)) {
    const span = { start: index, end: index + found.length };
    if (!isFree(reading, span.start, span.end)) continue;
    const number = wordNumber(reading, foldText(found), span.end);
    if (number !== undefined) addNumber(reading, index, number.end, [String(number.value)]);
    else {
      const fact = factOfWord(reading, span);
      if (fact !== undefined) add(reading, fact);
    }
  }
}

/** The numbers, dates, months, weekdays, times and codes of a text, in order. Those that lie in another one are left out. */
export function readFacts(text: string, language: Language): readonly TextFact[] {
  const reading: Reading = { text, folded: foldInPlace(text), language, facts: [], taken: new Uint8Array(text.length) };
  readDates(reading);
  readClock(reading);
  readUnspacedWords(reading);
  readCodes(reading);
  readNumbers(reading);
  readWords(reading);
  return reading.facts
    .toSorted((one, other) => one.start - other.start)
    .map((fact) => ({ ...fact, implied: fact.implied ?? fact.values, unit: fact.unit }));
}

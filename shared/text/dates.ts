import { isFillerWord, isForeignWord } from './filler-words.ts';
import { foldInPlace, foldText, splitRuns } from './words.ts';

/** A date in a text, whatever its notation. */
export interface FoundDate {
  readonly from: number;
  readonly to: number;
  /** The day, its month, and its day of every year, as far as they are told: `20240305`, `202403`, `0305`. Of a date that may be read in two ways those of both. */
  readonly keys: readonly string[];
  /** Those that tell as much as the date. */
  readonly exact: readonly string[];
}

interface DayParts {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number | undefined;
}

/** Which number of `05/03/2024` is the day. */
type DayOrder = 'day-first' | 'month-first' | 'either';

interface Notation {
  readonly pattern: RegExp;
  /** The days that a match may mean; none when it is no date. */
  read(match: RegExpExecArray, order: () => DayOrder): readonly DayParts[];
}

/** Years of two digits below this one are of this century. */
const CENTURY_TURN = 70;
/** Thai years count from 543 years earlier. */
const BUDDHIST = { from: 2400, to: 2700, offset: 543 };
/** The year before the first one of an era. */
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  明治: 1867,
  民国: 1911,
  民國: 1911,
};

const BLANK = '[ \\u00a0\\u202f]';
/** No part of a longer number. */
const START = '(?<!\\p{N}|\\p{N}[.,/\\-])';
const END = '(?!\\p{N}|[./\\-]\\p{N})';
const NAME = '\\p{L}[\\p{L}\\p{M}.]{0,19}(?: (?:الثاني|الاول))?';
const OF = `(?:(?:of|de|del|do|di|the)${BLANK}+)?`;
const ORDINAL = '(?:st|nd|rd|th|er|º|ª|-?го)?';
const YEAR = "(\\d{4}(?!\\d)|'?\\d{2}(?![\\d:.]))";

function yearOf(digits: string | undefined, era = ''): number | undefined {
  if (digits === undefined) return undefined;
  const year = Number(digits.replace("'", ''));
  const firstBefore = ERAS[era];
  if (firstBefore !== undefined) return firstBefore + year;
  if (year >= BUDDHIST.from && year < BUDDHIST.to) return year - BUDDHIST.offset;
  if (digits.length === 4) return year;
  return year < CENTURY_TURN ? 2000 + year : 1900 + year;
}

function isDay({ year, month, day }: DayParts): boolean {
  return (
    (year === undefined || (year >= 1000 && year < 2500)) &&
    month >= 1 &&
    month <= 12 &&
    (day === undefined || (day >= 1 && day <= 31))
  );
}

function dayOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function partsOf(year: number | undefined, month: string | undefined, day: string | undefined): readonly DayParts[] {
  return [{ year, month: Number(month), day: dayOf(day) }];
}

/** By language the names of the months, parted by "|": each as it is written in dates, with its other forms and what it is cut to. */
const NAMES: readonly (readonly string[])[] = [
  // English
  'January Jan|February Feb|March Mar|April Apr|May|June Jun|July Jul|August Aug|September Sept Sep|October Oct|November Nov|December Dec',
  // German
  'Januar Jänner Jän|Februar Feber|März Mrz|April|Mai|Juni|Juli|August|September|Oktober Okt|November|Dezember Dez',
  // Spanish
  'enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre set|octubre|noviembre|diciembre dic',
  // French
  'janvier janv|février févr fév|mars|avril avr|mai|juin|juillet juil|août|septembre|octobre|novembre|décembre déc',
  // Portuguese
  'janeiro|fevereiro fev|março|abril|maio|junho|julho|agosto|setembro|outubro out|novembro|dezembro',
  // Italian
  'gennaio gen|febbraio|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre|ottobre ott|novembre|dicembre',
  // Dutch
  'januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december',
  // Turkish
  'Ocak Oca|Şubat Şub|Mart|Nisan Nis|Mayıs|Haziran Haz|Temmuz Tem|Ağustos Ağu|Eylül Eyl|Ekim Eki|Kasım Kas|Aralık Ara',
  // Polish
  'stycznia styczeń|lutego luty|marca marzec|kwietnia kwiecień|maja maj|czerwca czerwiec|lipca lipiec|sierpnia sierpień|września wrzesień|października październik|listopada listopad|grudnia grudzień',
  // Russian
  'января январь янв|февраля февраль февр фев|марта март мар|апреля апрель апр|мая май|июня июнь|июля июль|августа август авг|сентября сентябрь сент сен|октября октябрь окт|ноября ноябрь нояб|декабря декабрь дек',
  // Ukrainian
  'січня січень|лютого лютий|березня березень|квітня квітень|травня травень|червня червень|липня липень|серпня серпень|вересня вересень|жовтня жовтень|листопада листопад|грудня грудень',
  // Arabic, in Egypt and in the Levant
  'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر',
  'كانون_الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين_الأول|تشرين_الثاني|كانون_الأول',
  // Hindi
  'जनवरी|फ़रवरी फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|दिसंबर दिसम्बर',
  // Thai
  'มกราคม ม.ค|กุมภาพันธ์ ก.พ|มีนาคม มี.ค|เมษายน เม.ย|พฤษภาคม พ.ค|มิถุนายน มิ.ย|กรกฎาคม ก.ค|สิงหาคม ส.ค|กันยายน ก.ย|ตุลาคม ต.ค|พฤศจิกายน พ.ย|ธันวาคม ธ.ค',
].map((names) => names.split('|'));

const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((months) =>
    months.flatMap((names, index) =>
      names.split(' ').map((name) => [foldText(name.replaceAll('_', ' ')), index + 1] as const),
    ),
  ),
);

/** The month, from 1, of a folded name, which may be cut with a dot; undefined for another word. */
function monthOf(name: string): number | undefined {
  return MONTHS.get(name.replace(/\.+$/, ''));
}

function named(name = '', day: string | undefined, year: string | undefined): readonly DayParts[] {
  const month = monthOf(name);
  return month === undefined ? [] : [{ year: yearOf(year), month, day: dayOf(day) }];
}

/** Two numbers, of which one is the day. */
function eitherOf([first, second]: readonly [number, number], year: number | undefined, order: DayOrder): DayParts[] {
  const dayFirst = { year, day: first, month: second };
  const monthFirst = { year, day: second, month: first };
  if (order === 'either') return first === second ? [dayFirst] : [dayFirst, monthFirst].filter(isDay);
  return [order === 'day-first' ? dayFirst : monthFirst];
}

const SLASHED = new RegExp(`${START}(\\d{1,2})([-/]|\\. ?)(\\d{1,2})\\2(\\d{4}|\\d{2})${END}`, 'gu');

/** The same, for another look at the text while the first goes on. */
const EVIDENCE = new RegExp(SLASHED);

/** Each with the ways in which a number, a name and a year stand together; the first that fits a place counts. All are of folded text. */
const NOTATIONS: readonly Notation[] = [
  {
    pattern: new RegExp(`${START}(\\d{4})([-/]|\\. ?)(\\d{1,2})\\2(\\d{1,2})(?!\\d)`, 'gu'),
    read: ([, year, , month, day]) => partsOf(yearOf(year), month, day),
  },
  {
    pattern: SLASHED,
    read([, first, sign, second, year], order) {
      const numbers = [Number(first), Number(second)] as const;
      if (sign?.startsWith('.') === true || numbers[0] > 12) return eitherOf(numbers, yearOf(year), 'day-first');
      return eitherOf(numbers, yearOf(year), numbers[1] > 12 ? 'month-first' : order());
    },
  },
  {
    pattern: new RegExp(
      `(?:(${Object.keys(ERAS).join('|')})${BLANK}?)?${START}(\\d{1,4})${BLANK}?[年년]${BLANK}?(\\d{1,2})${BLANK}?[月월](?:${BLANK}?(\\d{1,2})${BLANK}?[日일号號])?`,
      'gu',
    ),
    read: ([, era, year, month, day]) => partsOf(yearOf(year, era), month, day),
  },
  {
    pattern: new RegExp(`${START}(\\d{1,2})${BLANK}?[月월]${BLANK}?(\\d{1,2})${BLANK}?[日일号號]`, 'gu'),
    read: ([, month, day]) => partsOf(undefined, month, day),
  },
  {
    pattern: /(?<!\p{N})((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/gu,
    read: ([, year, month, day]) => partsOf(yearOf(year), month, day),
  },
  {
    pattern: new RegExp(
      `${START}(\\d{1,2})${ORDINAL}[.\\-/]?${BLANK}*${OF}(${NAME})(?:/${NAME})?(?:[,\\-/]?${BLANK}*(?:(?:de|del|do|พ\\.ศ\\.|ค\\.ศ\\.)${BLANK}*)?${YEAR})?`,
      'gu',
    ),
    read: ([, day, name, year]) => named(name, day, year),
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{M}])(${NAME})[\\-]?${BLANK}*${OF}(\\d{1,2})(?!\\p{N}|[:/]|[.,]\\d)${ORDINAL}(?:,?${BLANK}*${YEAR})?`,
      'gu',
    ),
    read: ([, name, day, year]) => named(name, day, year),
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\p{M}])(${NAME})[,\\-/]?${BLANK}*${OF}(\\d{4})(?!\\p{N})`, 'gu'),
    read: ([, name, year]) => named(name, undefined, year),
  },
  {
    pattern: /(?<!\p{N}|\p{N}[.,/-])(\d{4})-(0[1-9]|1[0-2])(?![\p{N}-])/gu,
    read: ([, year, month]) => partsOf(yearOf(year), month, undefined),
  },
  {
    pattern: /(?<!\p{N}|\p{N}[.,/-])(0?[1-9]|1[0-2])\/((?:19|20)\d{2})(?![\p{N}/])/gu,
    read: ([, month, year]) => partsOf(yearOf(year), month, undefined),
  },
];

const HAS_DATE = /\d{4}|\d[.\-/]\d{1,2}[.\-/]\d|\d.{0,10}\p{L}{3}|\p{L}{3}.{0,6}\d|\d ?[年月월]/su;
/** Accented letters are of another language than English. */
const ACCENTED = /[\u00c0-\u024f]/g;
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/gu;

/**
 * How a text writes days and months of which each could be the other: as those of its dates tell that leave no choice, or else as its language does. English has the month
 * first. A text that tells no language (a table) may mean either.
 */
function orderOf(text: string): DayOrder {
  for (const [, first, sign, second] of text.matchAll(EVIDENCE)) {
    if (sign?.startsWith('.') === true) continue;
    if (Number(first) > 12) return 'day-first';
    if (Number(second) > 12) return 'month-first';
  }
  const words = splitRuns(text).map((word) => word.toLowerCase());
  const english = words.filter((word) => isFillerWord(word) && !isForeignWord(word)).length;
  const foreign = words.filter(isForeignWord).length + (text.match(ACCENTED)?.length ?? 0);
  if (foreign + (text.match(OTHER_SCRIPT)?.length ?? 0) > english) return 'day-first';
  return english > 0 ? 'month-first' : 'either';
}

function digits(value: number | undefined, length: number): string {
  return value === undefined ? '' : String(value).padStart(length, '0');
}

function exactKey({ year, month, day }: DayParts): string {
  return `${digits(year, 4)}${digits(month, 2)}${digits(day, 2)}`;
}

function keysOf(day: DayParts): readonly string[] {
  return day.year === undefined || day.day === undefined
    ? [exactKey(day)]
    : [exactKey(day), exactKey({ ...day, day: undefined }), exactKey({ ...day, year: undefined })];
}

/** The matches of a pattern; where one is none after all, the next is looked for behind its first sign. */
function findAll(text: string, { pattern, read }: Notation, order: () => DayOrder): FoundDate[] {
  const found: FoundDate[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const days = read(match, order).filter(isDay);
    if (days.length === 0) {
      pattern.lastIndex = match.index + (/^\p{N}+|^[\p{L}\p{M}]+/u.exec(match[0])?.[0].length ?? 1);
      continue;
    }
    const from = match.index;
    found.push({ from, to: from + match[0].length, keys: days.flatMap(keysOf), exact: days.map(exactKey) });
  }
  return found;
}

/** The dates of a text, in the commonest notations of its languages. @param isQuestion what could be either is looked for as both */
export function datesIn(text: string, isQuestion = false): readonly FoundDate[] {
  const folded = foldInPlace(text);
  if (!HAS_DATE.test(folded)) return [];
  let known: DayOrder | undefined = isQuestion ? 'either' : undefined;
  const order = () => {
    known ??= orderOf(text);
    return known;
  };
  const dates: FoundDate[] = [];
  for (const notation of NOTATIONS) {
    const isFree = ({ from, to }: FoundDate) => dates.every((date) => to <= date.from || from >= date.to);
    dates.push(...findAll(folded, notation, order).filter(isFree));
  }
  return dates;
}

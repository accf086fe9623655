import type { Place } from '../core/answer.ts';
import { CITATION_MARK, withOwnNumbers } from './own-numbers.ts';
import { type Sentence, splitSentences } from './sentences.ts';

/** What may stand in an answer: a sentence, with what it needs to be understood. */
export interface AnswerUnit {
  /** As it is shown: on one line, without signs of Markdown; numbers in brackets as {@link withOwnNumbers} writes them. */
  readonly text: string;
  readonly place: Place;
  /** What it is about, though it does not say it: the heading above it, a question before it. */
  readonly above: string;
  /** The sentence before it, where that is not shown with it. */
  readonly before: string;
}

/** Longer ones are texts without sentences (code, rows of data), and are cut. */
const MAX_LENGTH = 400;
const PIECE = new RegExp(`\\S[^]{0,${MAX_LENGTH - 1}}(?=\\s|$)|\\S[^]{0,${MAX_LENGTH - 1}}`, 'g');
/** A sentence that is hardly longer stays whole. */
const MAX_WHOLE = 1.5 * MAX_LENGTH;
/** A longer line is no heading, in characters. */
const MAX_HEADING = 80;
const HEADING_MARK = /^\s*#{1,6}\s/;
const NUMBERING = /^\s*(?:[#§\s]*\p{Nd}{1,3}(?:\.\p{Nd}{1,3})*[.)、．]?|[一二三四五六七八九十]{1,3}[、．.])\s*/u;
const ONLY_NUMBER = /^[#§\s]*\p{Nd}{1,3}[.)]?$/u;
const ENDED = /[.!?。！？؟…:：;；,，、؛،]["'”’»」』)）]*$/u;
const QUESTION = /[?？؟]["'”’»」』)）]*$/u;
const INTRO = /[:：]\s*$/u;
const ITEM_MARK = /^\s*(?:[-*+•‣◦▪–—・●○■□※]\s+|[•‣◦▪・●○■□※]|\(?\p{Nd}{1,3}[.)]\s+|[a-z][.)]\s+)/u;
const ROW = /^\||\t|\|.*\|/;
const BREAK = /<br\s*\/?>/gi;
const RULE = /^[\s|:=_*-]+$/;
const DEPENDENT =
  /^(?:(?:It|They|He|She|This|These|Those|Its|Their|There|Then|Otherwise|Sie|Er|Es|Diese[rsnm]?|Dies|Dort|Dann|Danach|Dafür|Il|Elle|Ils|Elles|Ce|Cette|Ces|Ceux|Ensuite|Él|Ella|Ellos|Ellas|Este|Esta|Estos|Estas|Después|هو|هي|هذا|هذه|ذلك|وهو|وهي)(?![\p{L}\p{M}])|它|他|她|这|該|该|其|それ|これ|この|その)/u;
const HAS_SPACES = /^[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]*$/u;
/** A sentence as it is read on one line. */
function clean(text: string): string {
  const line = text
    .replace(HEADING_MARK, '')
    .replace(ITEM_MARK, '')
    .replaceAll(/\[([^\]\n]+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(BREAK, ' ')
    .replaceAll(/(\p{Ll})[-\u2010\u00ad]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replaceAll(
      /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。、，])\s*\n\s*(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu,
      '',
    )
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,!?](?:\s|$))/g, '')
    .trim();
  return withOwnNumbers(line);
}

function cellsOf(row: string): readonly string[] {
  const bare = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return bare.split(/\||\t/).map(clean);
}

function isRow(text: string): boolean {
  return ROW.test(text.trim());
}

/** A row with the names of its columns. */
function rowText(row: string, header: readonly string[]): string {
  return cellsOf(row)
    .flatMap((cell, column) =>
      cell === '' ? [] : [header[column] ?? '', cell].filter((part) => part !== '').join(': '),
    )
    .join('; ');
}

/** Whether a sentence is a line that only names what follows. */
function isHeading(content: string, { text, start, end }: Sentence): boolean {
  if (HEADING_MARK.test(text)) return true;
  const isLine =
    /(?:^|\n)[^\S\n]*$/.test(content.slice(Math.max(0, start - 8), start)) && /^\s*\n/.test(content.slice(end));
  const words = text.replace(NUMBERING, '');
  return isLine && text.length <= MAX_HEADING && !ENDED.test(text) && !isRow(text) && !/\p{Nd}|[:：]/u.test(words);
}

/** Whether a line is one of several of a list; a number before a line alone is that of a heading. */
function isItem({ text }: Sentence, next: Sentence | undefined): boolean {
  const isNumbered = NUMBERING.test(text);
  return ITEM_MARK.test(text) && (!isNumbered || next === undefined || NUMBERING.test(next.text));
}

/** What is known of a passage where the reading has come to. */
interface Reading {
  heading: string;
  question: string;
  before: Sentence | undefined;
  header: readonly string[];
  intro: Sentence | undefined;
  items: Sentence[];
}

/** A list with the line before it, as one. */
function listUnit({ heading, intro, items }: Reading): readonly AnswerUnit[] {
  const last = items.at(-1);
  if (intro === undefined || last === undefined || items.length < 2) return [];
  const text = `${clean(intro.text)} ${items.map((item) => clean(item.text)).join('; ')}`;
  if (text.length > MAX_LENGTH) return [];
  return [{ text, place: { start: intro.start, end: last.end }, above: heading, before: '' }];
}

/** The parts of a sentence that is too long, at blanks. */
function cut({ text, start }: Sentence): readonly Sentence[] {
  return [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    text: piece,
    start: start + index,
    end: start + index + piece.length,
  }));
}

function sentenceUnit(reading: Reading, sentence: Sentence): AnswerUnit {
  const { heading, question, before, header, intro } = reading;
  const place = { start: sentence.start, end: sentence.end };
  const above = [heading, question].join('\n').trim();
  const rest = { above, before: '' };
  if (isRow(sentence.text)) {
    return { text: rowText(sentence.text, header), place, ...rest };
  }
  const text = clean(sentence.text);
  if (intro !== undefined) {
    const isFirst = reading.items.length === 1;
    const start = isFirst ? intro.start : sentence.start;
    return { text: `${clean(intro.text)} ${text}`, place: { ...place, start }, ...rest };
  }
  if (before === undefined) return { text, place, ...rest };
  const both = `${clean(before.text)}${HAS_SPACES.test(text) ? ' ' : ''}${text}`;
  return DEPENDENT.test(text) && both.length <= MAX_LENGTH
    ? { text: both, place: { start: before.start, end: sentence.end }, ...rest }
    : { text, place, above, before: clean(before.text) };
}

/** Reads a line that is no sentence of an answer; false for one that may be. */
function readHeading(content: string, reading: Reading, sentence: Sentence, next: Sentence | undefined): boolean {
  if (RULE.test(sentence.text)) return true;
  if (isRow(sentence.text)) {
    const isHeader = next !== undefined && isRow(next.text) && RULE.test(next.text);
    if (isHeader) reading.header = cellsOf(sentence.text);
    return isHeader;
  }
  reading.header = [];
  const isQuestion = QUESTION.test(sentence.text);
  if (!isQuestion && (isItem(sentence, next) || !isHeading(content, sentence))) return false;
  reading.question = isQuestion ? clean(sentence.text) : '';
  if (!isQuestion) reading.heading = clean(sentence.text.replace(NUMBERING, ''));
  reading.before = undefined;
  return true;
}

/** Sentences, of which those of a row are one. */
function withRows(content: string, sentences: readonly Sentence[]): readonly Sentence[] {
  let end = 0;
  return sentences.flatMap((sentence) => {
    if (sentence.start < end) return [];
    const start = content.lastIndexOf('\n', sentence.start) + 1;
    const line = content.slice(start).split('\n', 1)[0] ?? '';
    if (!isRow(line)) return [sentence];
    end = start + line.length;
    return [{ text: line, start, end }];
  });
}

/** Notes directly behind a sentence, which are read as the beginning of the next one. */
const NOTES = new RegExp(`^(?:${CITATION_MARK})+`);

/** Sentences with the notes behind them. */
function withNotes(content: string, sentences: readonly Sentence[]): readonly Sentence[] {
  const lengths = sentences.map(({ text, start }, index) => {
    const isBehind = start > 0 && sentences[index - 1]?.end === start;
    return isBehind ? (NOTES.exec(text)?.[0].length ?? 0) : 0;
  });
  return sentences.flatMap((sentence, index) => {
    const bare = content.slice(sentence.start + (lengths[index] ?? 0), sentence.end);
    const start = sentence.end - bare.trimStart().length;
    const end = sentence.end + (lengths[index + 1] ?? 0);
    return start >= sentence.end ? [] : [{ start, end, text: content.slice(start, end) }];
  });
}

/** Sentences with the numbers before them. */
function withNumbers(content: string, sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.flatMap((sentence, index) => {
    if (isNumber(sentence) && sentences[index + 1] !== undefined) return [];
    const before = sentences[index - 1];
    if (before === undefined || !isNumber(before)) return [sentence];
    return [{ ...sentence, start: before.start, text: content.slice(before.start, sentence.end) }];
  });
}

function isNumber({ text }: Sentence): boolean {
  return ONLY_NUMBER.test(text);
}

/** A line of a row of a table, as tables are read: the name of the column and the value. */
const FIELD = /^[^\n:：]{1,60}[:：]\s\S[^\n]*$/u;

/** A passage that is the row of a table, as one: a value says nothing without the others. */
function rowUnit(content: string): AnswerUnit | undefined {
  const lines = content.trim().split(/\n+/);
  if (lines.length < 2 || content.length > MAX_WHOLE || !lines.every((line) => FIELD.test(line))) return undefined;
  const place = { start: content.length - content.trimStart().length, end: content.trimEnd().length };
  return { text: lines.map(clean).join('; '), place, above: '', before: '' };
}

/** What of a passage may stand in an answer. Headings and questions are no answer: what follows has them with it. */
export function unitsOf(content: string): readonly AnswerUnit[] {
  const row = rowUnit(content);
  if (row !== undefined) return [row];
  const units: AnswerUnit[] = [];
  const reading: Reading = { heading: '', question: '', before: undefined, header: [], intro: undefined, items: [] };
  const sentences = withNumbers(content, withRows(content, withNotes(content, splitSentences(content)))).flatMap(
    (sentence) => (sentence.text.length > MAX_WHOLE ? cut(sentence) : [sentence]),
  );
  const endList = () => {
    // Before its items, of which it has all words.
    units.splice(units.length - reading.items.length, 0, ...listUnit(reading));
    reading.intro = undefined;
    reading.items = [];
  };
  for (const [index, sentence] of sentences.entries()) {
    const isListed = ITEM_MARK.test(sentence.text);
    if (!isListed) endList();
    if (readHeading(content, reading, sentence, sentences[index + 1])) continue;
    const isIntro = INTRO.test(sentence.text);
    if (isListed && reading.before !== undefined && INTRO.test(reading.before.text)) reading.intro ??= reading.before;
    if (reading.intro !== undefined && !isIntro) reading.items.push(sentence);
    if (!isIntro) units.push(sentenceUnit(reading, sentence));
    if (reading.intro === undefined) reading.before = sentence;
  }
  endList();
  return units;
}

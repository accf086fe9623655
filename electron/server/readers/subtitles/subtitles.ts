import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { openText } from '../text/open-text.ts';
import { linesOf } from '../text/text-reader.ts';

/** Whether each paragraph becomes a document with its times, or the whole file one without. */
export type SubtitleUsage = 'perPage' | 'perFile';

/** Seconds of silence that separate longer paragraphs. */
const PAUSE_SECONDS = 3;
const SHORT_UNITS = 200;
/** From this length on a paragraph ends with the next sentence, or at the second, larger length. */
const LONG_UNITS = 600;
const LONGEST_UNITS = 1000;
const SENTENCE_END = /[.!?…。！？]["'”’»)]*$/;

interface Paragraph {
  text: string;
  readonly from: number;
  to: number;
}

/** The speech in .srt and .vtt files, in paragraphs with start and end. Streamed. */
export async function* readSubtitles(
  file: SourceFile,
  usage: SubtitleUsage,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const paragraphs = paragraphsOf(file, context);
  if (usage === 'perFile') {
    yield { text: joinParagraphs(paragraphs), metadata: {} };
    return;
  }
  for await (const { text, from, to } of paragraphs) {
    yield { text, metadata: { startTime: writeTime(from), endTime: writeTime(to) } };
  }
}

async function* joinParagraphs(paragraphs: AsyncIterable<Paragraph>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { text } of paragraphs) {
    yield isFirst ? text : `\n\n${text}`;
    isFirst = false;
  }
}

/** A spoken text with its start and end, in seconds. */
interface Cue {
  readonly from: number;
  readonly to: number;
  /** On one line; empty if it is only an effect. */
  readonly text: string;
}

const TIME = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`);

/** Speaker tags stay; other tags, and effects in braces, are removed. */
const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]+)>/g;
const TAG = /<\/?[a-z\d][^>]*>|\{\\[^}]*\}/gi;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', ' '],
  ['&lrm;', ''],
  ['&rlm;', ''],
]);

/** The cues of SubRip or WebVTT. Lines outside cues (numbers, notes, styles) are left out. */
async function* readCues(lines: AsyncIterable<string>): AsyncGenerator<Cue> {
  let times: { readonly from: number; readonly to: number } | undefined;
  let said: string[] = [];
  let before: readonly string[] = [];
  const finish = (): Cue | undefined => {
    if (times === undefined) return undefined;
    // Live captions scroll: each cue repeats the last line of the previous one. A cue with a single line may really be said twice.
    const isScrolled = (said.length > 1 || before.length > 1) && said[0] === before.at(-1);
    const cue = { ...times, text: said.slice(isScrolled ? 1 : 0).join(' ') };
    if (said.length > 0) before = said;
    times = undefined;
    said = [];
    return cue;
  };
  for await (const line of lines) {
    const found = timesOf(line);
    if (found !== undefined || line.trim() === '') {
      const cue = finish();
      if (cue !== undefined) yield cue;
      times = found;
    } else if (times !== undefined) {
      const text = textOf(line);
      if (text !== '') said.push(text);
    }
  }
  const last = finish();
  if (last !== undefined) yield last;
}

function timesOf(line: string): { from: number; to: number } | undefined {
  const match = line.includes('-->') ? TIMES.exec(line) : null;
  if (match === null) return undefined;
  return { from: seconds(match.slice(1, 5)), to: seconds(match.slice(5, 9)) };
}

function seconds([hours = '0', minutes = '0', whole = '0', fraction = '0']: readonly (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(`0.${fraction}`);
}

function textOf(line: string): string {
  const bare = line.replace(VOICE, '$1: ').replace(TAG, '');
  return bare
    .replace(/&[a-z]+;/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** @throws UserError UNSUPPORTED_FILE_TYPE if no line has a time; FILE_HAS_NO_TEXT */
async function* paragraphsOf(file: SourceFile, context: LoadContext): AsyncGenerator<Paragraph> {
  const wanted = 'a file of subtitles';
  let hasCue = false;
  let hasText = false;
  let paragraph: Paragraph | undefined;
  for await (const cue of readCues(linesOf(await openText(file, wanted, context)))) {
    hasCue = true;
    if (cue.text === '') continue;
    hasText = true;
    if (paragraph !== undefined && isOver(paragraph, cue)) {
      yield paragraph;
      paragraph = undefined;
    }
    if (paragraph === undefined) {
      paragraph = { text: cue.text, from: cue.from, to: cue.to };
    } else {
      paragraph.text += ` ${cue.text}`;
      paragraph.to = Math.max(paragraph.to, cue.to);
    }
  }
  if (paragraph !== undefined) yield paragraph;
  if (!hasCue) throw wrongContent(file, wanted, 'a text file');
  if (!hasText) throw fileHasNoText(file, 'nothing is said in it', 'check that it was saved completely');
}

function isOver({ text, to }: Paragraph, next: Cue): boolean {
  if (text.length + next.text.length > LONGEST_UNITS) return true;
  if (text.length > LONG_UNITS && SENTENCE_END.test(text)) return true;
  return text.length > SHORT_UNITS && next.from - to >= PAUSE_SECONDS;
}

/** As players show it: 01:02:03. */
function writeTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

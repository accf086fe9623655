import type { Metadata, TextInput } from '../../core/document.ts';
import { countNewlines } from '../stream/line-counter.ts';
import { FILL_UNITS, openTextBuffer, type TextBuffer } from '../stream/text-buffer.ts';

/** A heading with the text below it, up to the next heading that starts a section. */
export interface MarkdownSection {
  /** Its start: in UTF-16 units from 0, and the line from 1. */
  readonly start: number;
  readonly line: number;
  /** `{headers: {h1, h2, …}}`: the headings above it and its own; undefined before the first one. */
  readonly metadata: Metadata | undefined;
  /** Must be read to the end before the next section is requested. */
  readonly text: AsyncIterable<string>;
}

export interface SectionOptions {
  /** Headings of this level (1 to 6) and above start a section. */
  readonly level: number;
  /** UTF-16 units to read at a time; {@link FILL_UNITS} unless given. */
  readonly fillUnits?: number;
}

/** The start of a line decides whether it is a heading; this many units of it are read. */
const MAX_HEADING_UNITS = 1024;
/** Including the possible prefix: three spaces and six signs. */
const DECISIVE_UNITS = MAX_HEADING_UNITS + 9;

/** Lines that may be a heading or the edge of a code block: `#` to `######`, or a fence of at least three (CommonMark 0.31, 4.2 and 4.5). */
const MARKED_LINES = /^ {0,3}(?:(#{1,6})(?=[ \t\r\n]|$)|(`{3,}|~{3,}))/gm;

interface Heading {
  readonly level: number;
  readonly title: string;
}

/** The next item: more of the section, or the heading that ends it. */
type Event = { readonly text: string } | { readonly heading: Heading };

/** Splits Markdown at its headings, as a stream. A `#` in a fenced code block is not a heading. */
export async function* readMarkdownSections(
  input: TextInput,
  options: SectionOptions,
): AsyncGenerator<MarkdownSection> {
  const buffer = openTextBuffer(input, options.fillUnits ?? FILL_UNITS);
  try {
    const events = readEvents(buffer, options.level);
    const path: (string | undefined)[] = [];
    let start = 0;
    let line = 1;
    let metadata: Metadata | undefined;
    for (let isOver = false; !isOver; ) {
      let next: Heading | undefined;
      let length = 0;
      let newlines = 0;
      const text = (async function* () {
        for (;;) {
          const event = await events.next();
          if (event.done === true) {
            isOver = true;
            return;
          }
          if ('heading' in event.value) {
            next = event.value.heading;
            return;
          }
          length += event.value.text.length;
          newlines += countNewlines(event.value.text);
          yield event.value.text;
        }
      })();
      yield { start, line, metadata, text };
      start += length;
      line += newlines;
      if (next !== undefined) metadata = enter(path, next);
    }
  } finally {
    await buffer.close();
  }
}

/** The path of headings after this one; headings of its level and below are removed. */
function enter(path: (string | undefined)[], { level, title }: Heading): Metadata {
  path.length = level - 1;
  path.push(title);
  const named = Array.from(path, (name, index) => [`h${index + 1}`, name] as const);
  return { headers: Object.fromEntries(named.filter(([, name]) => name !== undefined)) };
}

/** Text in large pieces, cut only where a heading of `level` or above starts. */
async function* readEvents(buffer: TextBuffer, level: number): AsyncGenerator<Event> {
  let fence: string | undefined;
  /** Whether the current text starts in the middle of a line. */
  let isInLine = false;
  for (;;) {
    const { text, isWhole } = buffer;
    const end: number = isWhole ? text.length : decidedUpTo(text, isInLine);
    let from = 0;
    for (const match of text.slice(0, end).matchAll(MARKED_LINES)) {
      const at = match.index;
      if (at === 0 && isInLine) continue;
      const [, hashes, mark] = match;
      if (mark !== undefined) {
        fence = nextFence(fence, mark, lineFrom(text, at + match[0].length));
      } else if (fence === undefined && hashes !== undefined && hashes.length <= level) {
        if (at > from) yield { text: text.slice(from, at) };
        yield { heading: { level: hashes.length, title: titleOf(lineFrom(text, at + match[0].length)) } };
        from = at;
      }
    }
    if (end > from) yield { text: text.slice(from, end) };
    if (isWhole) return;
    if (end > 0) isInLine = text[end - 1] !== '\n';
    await buffer.fill(end);
  }
}

/** The position up to which further text can't change the lines: the last line counts once enough of it is read. */
function decidedUpTo(text: string, isInLine: boolean): number {
  const lastLine = text.lastIndexOf('\n') + 1;
  const isDecided = text.length - lastLine >= DECISIVE_UNITS || (isInLine && lastLine === 0);
  return isDecided ? text.length : lastLine;
}

/** The part of the rest of a line that matters. */
function lineFrom(text: string, at: number): string {
  const newline = text.indexOf('\n', at);
  return text.slice(at, Math.min(newline === -1 ? text.length : newline, at + MAX_HEADING_UNITS));
}

/** The open fence after a line that starts with one. */
export function nextFence(open: string | undefined, mark: string, rest: string): string | undefined {
  // The info string after an opening fence of backticks contains no backtick; otherwise it is inline code.
  if (open === undefined) return mark.startsWith('`') && rest.includes('`') ? undefined : mark;
  return mark.startsWith(open) && rest.trim() === '' ? undefined : open;
}

/** A heading's text, without closing #. */
function titleOf(rest: string): string {
  return rest.trim().replace(/(?:^|[ \t]+)#+$/, '');
}

import { judgeHyphen, type KnownWords } from './line-end-hyphens.ts';
import { type Line, type PdfTextItem, textOf } from './page-text.ts';

/** Where an item's text is in the text of the page, in UTF-16 units; blanks and hyphens at the end of a line may be left out. */
interface ItemSpan {
  readonly start: number;
  readonly end: number;
  readonly item: PdfTextItem;
}

/** The text of a page, and which items its parts are from, in order. */
export interface LaidText {
  readonly text: string;
  readonly spans: readonly ItemSpan[];
}

/** A line distance of more than this many character heights starts a new paragraph; usual line spacing is 1.2. */
const PARAGRAPH_STEP = 1.8;

/** Joins the lines of a page: words that are cut by the end of a line, and paragraphs at larger gaps between lines. */
export function joinLines(lines: readonly Line[], words: KnownWords): LaidText {
  let text = '';
  const spans: ItemSpan[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const own = textOf(line);
    const { length, gap } = endOf(line, own.trimEnd(), next, words);
    let at = 0;
    for (const { text: part, item } of line.pieces) {
      const [start, end] = [at, Math.min(at + part.length, length)];
      if (item !== undefined && start < end) spans.push({ start: text.length + start, end: text.length + end, item });
      at += part.length;
    }
    text += own.slice(0, length) + gap;
  }
  return { text, spans };
}

/** How much of a line's text stays, and what parts it from the next one. */
function endOf(
  line: Line,
  shown: string,
  next: Line | undefined,
  words: KnownWords,
): { readonly length: number; readonly gap: string } {
  const { length } = shown;
  if (next === undefined) return { length, gap: '' };
  const step = stepTo(line, next);
  const hyphen = step === 'paragraph' ? undefined : judgeHyphen(shown, textOf(next), words);
  if (hyphen !== undefined) return { length: hyphen === 'drop' ? length - 1 : length, gap: '' };
  return { length, gap: step === 'line' ? '\n' : '\n\n' };
}

/** What begins with the next line. */
function stepTo(line: Line, next: Line): 'line' | 'column' | 'paragraph' {
  if (next.beginsParagraph === true || line.isTable !== next.isTable) return 'paragraph';
  if (line.isTable === true) return 'line';
  if (line.baseline === undefined || next.baseline === undefined) return 'line';
  const step = line.baseline - next.baseline;
  const height = Math.max(line.height, next.height);
  if (step < -height) return 'column';
  return step > height * PARAGRAPH_STEP ? 'paragraph' : 'line';
}

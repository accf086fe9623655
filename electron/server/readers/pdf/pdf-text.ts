/** The fields of pdf.js's text items that determine the text. */
export interface PdfTextItem {
  readonly str: string;
  /** Affine transform; [5] is the distance of the line from the bottom of the page. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
  /** `rtl`: its first letter is at its right. */
  readonly dir: string;
}

/** Where an item's text is in the text of the page, in UTF-16 units; blanks at the end of a line are left out. */
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

interface Line {
  text: string;
  /** Places in the line's text. */
  readonly spans: ItemSpan[];
  /** Distance from the bottom of the page, and character height, of the line's first item with text. */
  baseline: number | undefined;
  height: number;
}

/** Joins the text items of a page: words with pdf.js's spaces, lines at its line ends, paragraphs at larger gaps between lines. */
export function joinTextItems(given: readonly PdfTextItem[]): LaidText {
  const items = given.map((item) => (item.str.includes('\0') ? { ...item, str: item.str.replaceAll('\0', '') } : item));
  const lines: Line[] = [];
  let line: Line = { text: '', spans: [], baseline: undefined, height: 0 };
  for (const item of items) {
    if (line.baseline === undefined && item.str.trim() !== '') {
      line.baseline = item.transform[5];
      line.height = item.height;
    }
    if (item.str !== '') line.spans.push({ start: line.text.length, end: line.text.length + item.str.length, item });
    line.text += item.str;
    if (item.hasEOL) {
      lines.push(line);
      line = { text: '', spans: [], baseline: undefined, height: 0 };
    }
  }
  lines.push(line);
  return joinLines(lines.filter((candidate) => candidate.text.trim() !== ''));
}

function joinLines(lines: readonly Line[]): LaidText {
  let text = '';
  const spans: ItemSpan[] = [];
  let previous: Line | undefined;
  for (const line of lines) {
    if (previous !== undefined) text += startsParagraph(previous, line) ? '\n\n' : '\n';
    const [before, shown] = [text.length, line.text.trimEnd()];
    for (const { start, end, item } of line.spans) {
      if (start < shown.length) spans.push({ start: before + start, end: before + Math.min(end, shown.length), item });
    }
    text += shown;
    previous = line;
  }
  return { text, spans };
}

function startsParagraph(previous: Line, line: Line): boolean {
  if (previous.baseline === undefined || line.baseline === undefined) return false;
  const step = previous.baseline - line.baseline;
  const height = Math.max(previous.height, line.height);
  // A step upwards starts the next column.
  return step < -height || step > height * PARAGRAPH_STEP;
}

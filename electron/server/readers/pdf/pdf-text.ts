/** The fields of pdf.js's text items that determine the text. */
export interface PdfTextItem {
  readonly str: string;
  /** Affine transform; [5] is the distance of the line from the bottom of the page. */
  readonly transform: readonly number[];
  readonly height: number;
  readonly hasEOL: boolean;
}

/** A line distance of more than this many character heights starts a new paragraph; usual line spacing is 1.2. */
const PARAGRAPH_STEP = 1.8;

interface Line {
  text: string;
  /** Distance from the bottom of the page, and character height, of the line's first item with text. */
  baseline: number | undefined;
  height: number;
}

/** Joins the text items of a page: words with pdf.js's spaces, lines at its line ends, paragraphs at larger gaps between lines. */
export function joinTextItems(items: readonly PdfTextItem[]): string {
  const lines: Line[] = [];
  let line: Line = { text: '', baseline: undefined, height: 0 };
  for (const item of items) {
    if (line.baseline === undefined && item.str.trim() !== '') {
      line.baseline = item.transform[5];
      line.height = item.height;
    }
    line.text += item.str;
    if (item.hasEOL) {
      lines.push(line);
      line = { text: '', baseline: undefined, height: 0 };
    }
  }
  lines.push(line);
  return joinLines(lines.filter((candidate) => candidate.text.trim() !== ''));
}

function joinLines(lines: readonly Line[]): string {
  let text = '';
  let previous: Line | undefined;
  for (const line of lines) {
    if (previous !== undefined) text += startsParagraph(previous, line) ? '\n\n' : '\n';
    text += line.text.trimEnd();
    previous = line;
  }
  return text;
}

function startsParagraph(previous: Line, line: Line): boolean {
  if (previous.baseline === undefined || line.baseline === undefined) return false;
  const step = previous.baseline - line.baseline;
  const height = Math.max(previous.height, line.height);
  // A step upwards starts the next column.
  return step < -height || step > height * PARAGRAPH_STEP;
}

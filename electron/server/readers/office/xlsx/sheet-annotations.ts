import type { GridRow } from '../../table/grid-row.ts';
import { Alternatives } from '../alternatives.ts';
import { readLinkedTexts } from '../linked-texts.ts';
import { type OfficePackage, streamXml, type XmlAttributes } from '../office-xml.ts';
import { partOfType, readRelationships } from '../relationships.ts';
import { columnOf } from './read-sheet.ts';

/** A text that lies over a sheet: a comment, a text box, the titles of a chart. It is given as a row with one cell. */
export type Annotation = GridRow;

/** Streams the comments, text boxes and titles of charts of a sheet. @throws UserError FILE_CORRUPT */
export async function* readAnnotations(office: OfficePackage, sheetPart: string): AsyncGenerator<Annotation> {
  const relationships = await readRelationships(office, sheetPart);
  const threads = new Set<string>();
  for (const { part } of relationships.filter(({ type }) => type === 'threadedComment')) {
    yield* readPart(office, part, () => new ThreadedComments(threads));
  }
  yield* readPart(office, partOfType(relationships, 'comments'), () => new Notes(threads));
  const drawing = partOfType(relationships, 'drawing');
  if (drawing === undefined) return;
  const parts = await readRelationships(office, drawing);
  yield* readPart(office, drawing, () => new TextBoxes());
  const diagrams = await readLinkedTexts(
    office,
    parts.filter(({ type }) => type === 'diagramData'),
  );
  for (const text of diagrams.values()) if (text !== '') yield { number: 1, shown: [[0, text]], spans: [] };
  for (const { part } of parts.filter(({ type }) => type === 'chart' || type === 'chartEx')) {
    yield* readPart(office, part, () => new ChartTitles());
  }
}

async function* readPart(
  office: OfficePackage,
  part: string | undefined,
  handlerOf: () => AnnotationReader,
): AsyncGenerator<Annotation> {
  if (part === undefined || !office.archive.names.has(part)) return;
  const reader = handlerOf();
  for await (const _ of streamXml(office, part, reader)) yield* reader.take();
}

/** The elements of text: of runs, of comments, of cells that a title shows. */
const TEXTS = new Set(['t', 'text', 'v']);
/** The format of a title, with a copy of its text. */
const FORMAT = 'txPr';

/** Collects the text of paragraphs and runs while it is wanted. */
abstract class AnnotationReader {
  #found: Annotation[] = [];
  #text: string | undefined;
  #isInText = false;
  readonly #alternatives = new Alternatives();
  #skipped = 0;

  take(): readonly Annotation[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  onOpen(element: string, attributes: XmlAttributes): void {
    if (this.#skipped > 0 || element === FORMAT || this.#alternatives.isLeftOut(element, attributes)) {
      this.#skipped += 1;
      return;
    }
    this.open(element, attributes);
    if (TEXTS.has(element)) this.#isInText = true;
    else if (element === 'br') this.onText(' ', true);
  }

  onClose(element: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    this.#alternatives.onClose(element);
    if (TEXTS.has(element)) this.#isInText = false;
    else if (element === 'p' || element === 'pt') this.onText('\n', true);
    this.close(element);
  }

  onText(text: string, isMark = false): void {
    if (this.#skipped === 0 && this.#text !== undefined && (isMark || this.#isInText)) this.#text += text;
  }

  protected abstract open(element: string, attributes: XmlAttributes): void;
  protected abstract close(element: string): void;

  protected start(): void {
    this.#text = '';
  }

  /** Writes what was collected, with words before it. */
  protected write(number: number, column: number, before = ''): void {
    const text = (this.#text ?? '').replace(/\s*\n\s*/g, '\n').trim();
    this.#text = undefined;
    if (text !== '') this.#found.push({ number, shown: [[column, `${before}${text}`]], spans: [] });
  }
}

/** A comment on a cell. */
abstract class CellComments extends AnnotationReader {
  #cell = '';

  protected startOn(cell: string): void {
    this.#cell = cell;
    this.start();
  }

  protected writeComment(): void {
    const row = Number(/\d+$/.exec(this.#cell)?.[0] ?? 1);
    this.write(row, Math.max(0, columnOf(this.#cell)), `Comment on ${this.#cell}: `);
  }
}

/** Threaded comments, each followed by its replies. */
class ThreadedComments extends CellComments {
  readonly #threads: Set<string>;

  /** @param threads receives the cells that have such comments */
  constructor(threads: Set<string>) {
    super();
    this.#threads = threads;
  }

  protected open(element: string, { ref = '' }: XmlAttributes): void {
    if (element !== 'threadedComment') return;
    this.#threads.add(ref);
    this.startOn(ref);
  }

  protected close(element: string): void {
    if (element === 'threadedComment') this.writeComment();
  }
}

/** The author of the copy of a threaded comment is "tc=" with its id. */
const COPY_AUTHOR = /^\s*tc=/;

/** Notes (comments without replies), without the copies of threaded comments that Excel keeps among them for older programs. */
class Notes extends CellComments {
  readonly #threads: ReadonlySet<string>;
  /** The numbers of the authors of copies. */
  readonly #copyAuthors = new Set<string>();
  #authors = 0;
  #author: string | undefined;

  /** @param threads the cells that have threaded comments */
  constructor(threads: ReadonlySet<string>) {
    super();
    this.#threads = threads;
  }

  protected open(element: string, { ref = '', authorId = '' }: XmlAttributes): void {
    if (element === 'author') this.#author = '';
    // Some programs keep only the copy.
    else if (element === 'comment' && !(this.#threads.has(ref) && this.#copyAuthors.has(authorId))) this.startOn(ref);
  }

  protected close(element: string): void {
    if (element === 'comment') this.writeComment();
    if (element !== 'author') return;
    if (COPY_AUTHOR.test(this.#author ?? '')) this.#copyAuthors.add(String(this.#authors));
    this.#author = undefined;
    this.#authors += 1;
  }

  override onText(text: string, isMark = false): void {
    if (this.#author === undefined) super.onText(text, isMark);
    else this.#author += text;
  }
}

/** The place of a box is that of its anchor: numbers of column and row, from 0. */
class TextBoxes extends AnnotationReader {
  #place: { col: string; row: string } = { col: '', row: '' };
  #isInFrom = false;
  #part: 'col' | 'row' | undefined;

  protected open(element: string): void {
    if (element === 'from') {
      this.#place = { col: '', row: '' };
      this.#isInFrom = true;
    } else if (this.#isInFrom && (element === 'col' || element === 'row')) this.#part = element;
    else if (element === 'txBody') this.start();
  }

  protected close(element: string): void {
    if (element === 'from') this.#isInFrom = false;
    else if (element === this.#part) this.#part = undefined;
    else if (element === 'txBody') this.write((Number(this.#place.row) || 0) + 1, Number(this.#place.col) || 0);
  }

  override onText(text: string, isMark = false): void {
    if (this.#part === undefined) super.onText(text, isMark);
    else this.#place[this.#part] += text;
  }
}

/** The titles of a chart and of its axes, written in it or shown from cells. */
class ChartTitles extends AnnotationReader {
  protected open(element: string): void {
    if (element === 'title') this.start();
  }

  protected close(element: string): void {
    if (element === 'title') this.write(1, 0, 'Chart: ');
  }
}

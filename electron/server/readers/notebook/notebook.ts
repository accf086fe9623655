import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { HtmlTooDeepError, openHtmlToText } from '../html/html-text.ts';
import { JsonPath } from '../json/json-path.ts';
import { type JsonEvents, JsonTokenizer } from '../json/json-tokenizer.ts';
import { describeJsonError } from '../json/read-json.ts';
import { openText } from '../text/open-text.ts';
import { readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { withoutData } from '../text/without-data.ts';

/** Of the output of a cell; more is a log that nobody reads. In UTF-16 units. */
const MOST_OUTPUT_UNITS = 20_000;
/** Of an output that is buffered until its text is known: markup, and pictures written as letters. */
const MOST_MARKUP_UNITS = 1_000_000;

/** Colours of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the control character ESC
const TERMINAL_COLOUR = /\x1b\[[\d;]*m/g;

/** Where texts of an output may be, from the output. */
const MARKDOWN = 'data.text/markdown';
const PLAIN = 'data.text/plain';
const HTML = 'data.text/html';
const STREAM = 'text';
const READ_PLACES = new Set<string>([MARKDOWN, PLAIN, HTML, STREAM, 'ename', 'evalue']);

/** What Python prints of something that only shows itself in another way. */
const OBJECT = /^\s*<[\w.]+ object(?: at 0x[\da-f]+)?>\s*$/i;

interface Cell {
  type: string;
  source: string;
  level: number;
  readonly outputs: string[];
}

/** Collects the cells of a Jupyter notebook (nbformat 2 to 4) from its tokens, as Markdown: code and output in fences. */
class NotebookCells implements JsonEvents {
  readonly #path = new JsonPath();
  readonly #textOfHtml: (html: string) => string;
  #cell: Cell | undefined;
  /** Depth of the current cell's fields. */
  #cellDepth = 0;
  #output = new Map<string, string>();
  #cells: string[] = [];
  /** Whether it has a list of cells at all. */
  hasCells = false;

  constructor(textOfHtml: (html: string) => string) {
    this.#textOfHtml = textOfHtml;
  }

  /** The cells since the last call. */
  take(): string {
    const taken = this.#cells.map((cell) => `${cell}\n\n`).join('');
    this.#cells = [];
    return taken;
  }

  open(isList: boolean): void {
    this.#path.beginValue();
    const { depth } = this.#path;
    const isInList = typeof this.#path.stepAt(depth - 1) === 'number';
    const list = this.#path.stepAt(depth - 2);
    if (isList && this.#path.stepAt(depth - 1) === 'cells') this.hasCells = true;
    if (!isList && isInList && list === 'cells' && this.#cell === undefined) {
      this.#cell = { type: '', source: '', level: 1, outputs: [] };
      this.#cellDepth = depth + 1;
    }
    this.#path.open(isList);
  }

  close(): void {
    this.#path.close();
    const { depth } = this.#path;
    if (this.#cell === undefined) return;
    if (depth === this.#cellDepth + 1 && this.#path.stepAt(depth - 2) === 'outputs') this.#endOutput(this.#cell);
    if (depth !== this.#cellDepth - 1) return;
    const text = describeCell(this.#cell);
    if (text !== '') this.#cells.push(text);
    this.#cell = undefined;
  }

  key(name: string): void {
    this.#path.key(name);
  }

  string(text: string): void {
    this.#path.beginValue();
    const cell = this.#cell;
    if (cell === undefined) return;
    const field = this.#path.stepAt(this.#cellDepth - 1);
    const { depth } = this.#path;
    if (field === 'cell_type' && depth === this.#cellDepth) cell.type = text;
    // `input` is the code of older notebooks.
    else if ((field === 'source' || field === 'input') && depth <= this.#cellDepth + 1) cell.source += text;
    else if (field === 'outputs') this.#addOutput(text);
  }

  literal(text: string): void {
    this.#path.beginValue();
    if (this.#cell !== undefined && this.#path.stepAt(this.#path.depth - 1) === 'level') {
      this.#cell.level = Math.min(6, Math.max(1, Math.trunc(Number(text)) || 1));
    }
  }

  /** A text at `outputs.<number>.<place>`, or an item of a list of texts there. */
  #addOutput(text: string): void {
    const from = this.#cellDepth + 1;
    const steps: string[] = [];
    for (let depth = from; depth < this.#path.depth; depth += 1) {
      const step = this.#path.stepAt(depth);
      if (typeof step === 'string') steps.push(step);
    }
    const place = steps.join('.');
    if (!READ_PLACES.has(place)) return;
    const known = this.#output.get(place) ?? '';
    if (known.length < MOST_MARKUP_UNITS) this.#output.set(place, known + text);
  }

  #endOutput(cell: Cell): void {
    const text = withoutData(this.#textOfOutput()).replaceAll(TERMINAL_COLOUR, '');
    this.#output = new Map();
    if (text.trim() !== '') cell.outputs.push(cut(text));
  }

  /** The first of its forms that says something. */
  #textOfOutput(): string {
    const of = (place: string) => this.#output.get(place) ?? '';
    const forms = [
      () => of(MARKDOWN),
      () => (OBJECT.test(of(PLAIN)) ? '' : of(PLAIN)),
      () => (of(HTML) === '' ? '' : this.#textOfHtml(of(HTML))),
      () => of(PLAIN),
      () => of(STREAM),
      () => [of('ename'), of('evalue')].filter((part) => part !== '').join(': '),
    ];
    for (const form of forms) {
      const text = form();
      if (text.trim() !== '') return text;
    }
    return '';
  }
}

function cut(text: string): string {
  return text.length > MOST_OUTPUT_UNITS ? `${text.slice(0, MOST_OUTPUT_UNITS)} …` : text;
}

function describeCell({ type, source, level, outputs }: Cell): string {
  const text = withoutData(source).trim();
  if (type === 'heading') return text === '' ? '' : `${'#'.repeat(level)} ${text}`;
  if (type !== 'code') return text;
  const output = outputs.map((one) => one.trimEnd()).join('\n');
  return [text, output]
    .filter((part) => part !== '')
    .map(fenced)
    .join('\n\n');
}

/** In a fence that is longer than any within. */
function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/^`{3,}/gm) ?? []).map((fence) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** A Jupyter notebook as Markdown: its texts, its code and what that has printed or shown as a table, without pictures; streamed. */
export async function* readNotebook(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const pieces = await openText(file, 'a Jupyter notebook', context);
  const htmlToText = await openHtmlToText();
  const cells = new NotebookCells((html) => htmlToText(html).text);
  const tokenizer = new JsonTokenizer(cells);
  const reader = {
    write(piece: string): string {
      tokenizer.write(piece);
      return cells.take();
    },
    end(): string {
      tokenizer.end();
      return cells.take();
    },
  };
  const name = (error: unknown) =>
    error instanceof HtmlTooDeepError
      ? fileCorrupt(file, 'the elements of an output are nested too deep', error)
      : describeJsonError(file, error);
  const text = await withFirstText(translatingErrors(readThrough(pieces, reader), name));
  if (text !== undefined) yield { text, metadata: {} };
  else if (!cells.hasCells) throw wrongContent(file, 'a Jupyter notebook', 'a JSON file of another kind');
  else throw fileHasNoText(file, 'its cells are empty', 'check that it was saved');
}

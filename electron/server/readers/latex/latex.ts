import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText, fileTooLarge } from '../errors/file-errors.ts';
import { markdownTable } from '../text/markdown-rows.ts';
import { openText } from '../text/open-text.ts';
import { COMMAND, COMMENT, ENVIRONMENT, INDENT, LABEL, matchBraces, OPTION, PLAIN, SPACE } from './latex-patterns.ts';
import { ACCENTS, COLUMNS, DRAWINGS, HEADINGS, MATH, SIGNS, UNSEEN, VERBATIM } from './latex-signs.ts';
import { isTable, matchTables, rowsOfTable } from './latex-tables.ts';

/** A source is read whole, since its end may say what its beginning means; books have about 2 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Longer arguments are read as running text: their end was forgotten. In UTF-16 units. */
const MOST_ARGUMENT_UNITS = 20_000;
/** Footnotes in headings in captions: nobody nests deeper. */
const MOST_LEVELS = 20;
/** Titles and authors are shorter. */
const MOST_HEAD_UNITS = 5000;

/** Signs that mean something else when they stand twice or three times. */
const RUNS: ReadonlyMap<string, number> = new Map([
  ['-', 3],
  ['`', 2],
  ["'", 2],
]);

/**
 * The text of a LaTeX source as Markdown: headings, lists and paragraphs, without commands, comments and preamble. Formulas, and the code of `verbatim` and
 * the like, stay as they are written. Macros of the document's own are not expanded: their arguments stay as text.
 */
export function latexToText(source: string): string {
  const begin = source.indexOf('\\begin{document}');
  if (begin === -1) return tidy(new LatexReader(source, 0).read());
  const end = source.lastIndexOf('\\end{document}');
  const body = source.slice(begin + '\\begin{document}'.length, end < begin ? undefined : end);
  const head = ['title', 'author'].map((name) => {
    const at = source.lastIndexOf(`\\${name}{`);
    const text =
      at === -1 ? '' : oneLine(new LatexReader(source.slice(at, at + MOST_HEAD_UNITS), 1).readArgument(name));
    return text !== '' && name === 'title' ? `# ${text}` : text;
  });
  return tidy([...head, new LatexReader(body, 0).read()].filter((part) => part !== '').join('\n\n'));
}

function tidy(text: string): string {
  return text
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .normalize('NFC')
    .trim();
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

interface Argument {
  readonly text: string;
  readonly end: number;
}

class LatexReader {
  readonly #source: string;
  readonly #level: number;
  #at = 0;
  #text = '';
  readonly #ends: ReadonlyMap<number, number>;
  readonly #tableEnds: ReadonlyMap<number, number>;
  /** Whether the source is a cell of a table. */
  readonly #isCell: boolean;
  /** Where marks were found last; -1: nowhere behind. */
  readonly #marks = new Map<string, number>();

  constructor(source: string, level: number, isCell = false) {
    this.#source = source;
    this.#level = level;
    this.#ends = matchBraces(source);
    this.#tableEnds = matchTables(source);
    this.#isCell = isCell;
  }

  read(): string {
    while (this.#at < this.#source.length) this.#readNext();
    return this.#text;
  }

  /** Of the command that the source begins with. */
  readArgument(name: string): string {
    this.#at = name.length + 1;
    return this.#argument() ?? '';
  }

  #readNext(): void {
    const plain = this.#match(PLAIN);
    if (plain !== undefined) {
      this.#text += plain[0];
      return;
    }
    const sign = this.#source[this.#at];
    if (sign === '\\') this.#readCommand();
    else if (sign === '$') this.#readMath();
    else if (sign === '%') this.#match(COMMENT);
    else this.#readSign(sign ?? '');
  }

  #readSign(sign: string): void {
    const most = RUNS.get(sign) ?? 1;
    let length = 1;
    while (length < most && this.#source[this.#at + length] === sign) length += 1;
    this.#at += length;
    if (sign === '{' || sign === '}') return;
    if (sign === '-') this.#text += ['-', '–', '—'][length - 1] ?? '-';
    else if (sign === '`') this.#text += length === 2 ? '“' : '‘';
    else if (sign === "'") this.#text += length === 2 ? '”' : "'";
    else if (sign === '~') this.#text += ' ';
    else this.#text += sign;
    // Sources are indented as programs are.
    if (sign === '\n') this.#match(INDENT);
  }

  #readMath(): void {
    const mark = this.#source.startsWith('$$', this.#at) ? '$$' : '$';
    this.#copyUntil(mark, this.#at + mark.length, mark, mark);
  }

  /** Keeps what stands up to a mark as it is written; without the mark, only its beginning is left out. */
  #copyUntil(mark: string, from: number, before: string, behind: string): void {
    const end = this.#find(mark, from);
    if (end === -1 || end - from > MOST_ARGUMENT_UNITS) {
      this.#at = from;
      return;
    }
    const text = this.#source.slice(from, end);
    const kept = before.includes('$') ? text.replaceAll(LABEL, '') : text;
    this.#text += `${before}${kept.trim()}${behind}`;
    this.#at = end + mark.length;
  }

  #readCommand(): void {
    const found = this.#match(COMMAND);
    const name = (found?.[1] ?? found?.[2])?.replace(/(?<=.)\*$/, '');
    if (name === undefined) this.#at += 1;
    else if (/^[a-zA-Z]/.test(name)) this.#runCommand(name);
    else if (name === '(') this.#copyUntil('\\)', this.#at, '$', '$');
    else if (name === '[') this.#copyUntil('\\]', this.#at, '\n$$', '$$\n');
    else if (name === '\\') {
      this.#match(OPTION);
      this.#match(INDENT);
      this.#text += '\n';
    } else if (ACCENTS.has(name)) this.#readAccent(name);
    else if (/[,;: !/\n]/.test(name)) this.#text += name === '!' || name === '/' ? '' : ' ';
    else if (name !== '-') this.#text += name;
  }

  /** The letter behind an accent, in braces or not. */
  #readAccent(name: string): void {
    const argument = this.#argumentHere();
    const letter = argument?.text ?? this.#match(/[ \t]*(\\[ij](?![a-zA-Z])|[a-zA-Z])/y)?.[1];
    if (argument !== undefined) this.#at = argument.end;
    const plain = letter?.trim().replace(/^\\(?=[ij]$)/, '') ?? '';
    this.#text += plain === '' ? '' : `${plain}${ACCENTS.get(name) ?? ''}`;
  }

  #runCommand(name: string): void {
    const sign = SIGNS.get(name);
    const heading = HEADINGS.get(name);
    const unseen = UNSEEN.get(name);
    if (sign !== undefined) {
      this.#match(/[ \t]+|\{\}/y);
      this.#text += sign;
    } else if (ACCENTS.has(name) && /^[ \t]*(?:\{|\\?[a-zA-Z])/.test(this.#source.slice(this.#at, this.#at + 8))) {
      this.#readAccent(name);
    } else if (heading !== undefined) {
      this.#match(OPTION);
      const text = oneLine(this.#argument() ?? '');
      if (text !== '') this.#text += `\n\n${'#'.repeat(heading)} ${text}\n\n`;
      this.#match(INDENT);
    } else if (unseen !== undefined) {
      for (let count = 0; count < unseen; count += 1) this.#skipArgument();
    } else if (name === 'begin') this.#beginEnvironment();
    else if (name === 'end') this.#endEnvironment();
    else this.#runTextCommand(name);
  }

  #runTextCommand(name: string): void {
    if (name === 'item' || name === 'bibitem') {
      const label = this.#match(OPTION)?.[0].trim().slice(1, -1);
      const key = name === 'bibitem' ? this.#argument() : label;
      this.#text += `\n- ${key === undefined ? '' : `${key} `}`;
      this.#match(INDENT);
    } else if (/^(?:cite|textcite|parencite|footcite|autocite|nocite)/.test(name)) {
      this.#match(OPTION);
      this.#match(OPTION);
      const keys = this.#argument();
      if (keys !== undefined && name !== 'nocite')
        this.#text += `[${keys
          .split(',')
          .map((key) => key.trim())
          .join(', ')}]`;
    } else if (name === 'footnote') {
      const note = oneLine(this.#argument() ?? '');
      if (note !== '') this.#text += ` (${note})`;
    } else if (name === 'caption') {
      this.#match(OPTION);
      this.#text += `\n\n${oneLine(this.#argument() ?? '')}\n\n`;
    } else if (name === 'href') {
      const address = this.#argumentHere();
      this.#at = address?.end ?? this.#at;
      this.#text += `${this.#argument() ?? ''} (${address?.text ?? ''})`;
    } else if (name === 'verb') this.#readVerb();
    // Any other command: its arguments stay, as text.
    else while (this.#match(OPTION) !== undefined);
  }

  #readVerb(): void {
    const mark = this.#source[this.#at];
    if (mark !== undefined) this.#copyUntil(mark, this.#at + 1, '`', '`');
  }

  #beginEnvironment(): void {
    const name = this.#match(ENVIRONMENT)?.[1];
    if (name === undefined) return;
    const tableEnd = this.#tableEnds.get(this.#at);
    const end = `\\end{${name}}`;
    if (VERBATIM.has(name)) {
      this.#match(OPTION);
      if (name === 'minted') this.#skipArgument();
      this.#copyUntil(end, this.#at, '\n\n```\n', '\n```\n\n');
    } else if (MATH.has(name)) this.#copyUntil(end, this.#at, '\n\n$$\n', '\n$$\n\n');
    else if (DRAWINGS.has(name)) {
      const at = this.#find(end, this.#at);
      if (at !== -1) this.#at = at + end.length;
    } else {
      this.#match(OPTION);
      const columns = COLUMNS.get(name) ?? 0;
      for (let count = 0; count < columns; count += 1) this.#skipArgument();
      this.#text += '\n\n';
      if (isTable(name)) this.#readTable(tableEnd);
    }
  }

  /** Up to the end of the table, if it is known. */
  #readTable(end: number | undefined): void {
    if (end === undefined || this.#level === MOST_LEVELS) return;
    const rows = rowsOfTable(this.#source.slice(this.#at, end)).map((cells) =>
      cells.map((cell) => oneLine(new LatexReader(cell, this.#level + 1, true).read())),
    );
    this.#at = end;
    const shown = rows.filter((cells) => cells.some((cell) => cell !== ''));
    const isColumn = shown.every((cells) => cells.length === 1);
    if (this.#isCell || isColumn) this.#text += shown.map((cells) => cells.join(' ')).join('\n');
    else this.#text += markdownTable(shown);
  }

  #endEnvironment(): void {
    this.#match(ENVIRONMENT);
    this.#text += '\n\n';
  }

  /** The argument in braces that follows, maybe behind white space. */
  #argumentHere(): Argument | undefined {
    SPACE.lastIndex = this.#at;
    const start = this.#at + (SPACE.exec(this.#source)?.[0].length ?? 0);
    const end = this.#ends.get(start);
    if (end === undefined || end - start > MOST_ARGUMENT_UNITS) return undefined;
    return { text: this.#source.slice(start + 1, end), end: end + 1 };
  }

  /** Where a mark is next; -1 if it is nowhere behind. Each is searched for once, however often it is needed. */
  #find(mark: string, from: number): number {
    const known = this.#marks.get(mark);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.#source.indexOf(mark, from);
    this.#marks.set(mark, found);
    return found;
  }

  /** The argument that follows, without commands. */
  #argument(): string | undefined {
    const argument = this.#argumentHere();
    if (argument === undefined) return undefined;
    this.#at = argument.end;
    return this.#level < MOST_LEVELS ? new LatexReader(argument.text, this.#level + 1).read() : argument.text;
  }

  #skipArgument(): void {
    while (this.#match(OPTION) !== undefined);
    // The name of a command that is defined may stand without braces.
    const end = this.#argumentHere()?.end;
    if (end !== undefined) this.#at = end;
    else this.#match(/[ \t]*\\[a-zA-Z]+/y);
    while (this.#match(OPTION) !== undefined);
  }

  /** What a sticky pattern finds here, which is then behind us. */
  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }
}

/** The text of a LaTeX source as Markdown, without its markup. */
export async function* readLatex(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  if (file.sizeBytes > MAX_BYTES) throw fileTooLarge(file, `it is over ${MAX_BYTES / 1024 ** 2} MB`);
  let source = '';
  for await (const piece of await openText(file, 'a LaTeX file', context)) source += piece;
  const text = latexToText(source.replaceAll('\r\n', '\n'));
  if (text === '') throw fileHasNoText(file, 'it holds only commands', 'give the files that it includes');
  yield { text, metadata: {} };
}

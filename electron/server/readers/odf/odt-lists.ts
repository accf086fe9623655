import { writeNumber } from '../text/list-number.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';

type Attributes = Readonly<Record<string, string>>;

/** A numbered level of a list style; levels with bullets are dropped. */
interface NumberedLevel {
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** How many levels its numbers show: 2 for "1.3". */
  readonly shown: number;
}

/** Formats of numbers (OpenDocument 1.3, 19.500), by Word's names. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['1', 'decimal'],
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
]);

/** Collects the list styles of a document: from `styles.xml`, and from its content. */
export class ListStyles implements Pick<XmlHandler, 'onOpen'> {
  readonly #levels = new Map<string, Map<string, NumberedLevel>>();
  #style = '';

  onOpen(name: string, attributes: Attributes): void {
    if (name === 'text:list-style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'text:list-level-style-number') this.#add(attributes);
  }

  level(style: string, depth: number): NumberedLevel | undefined {
    return this.#levels.get(style)?.get(String(depth));
  }

  #add(attributes: Attributes): void {
    const levels = this.#levels.get(this.#style) ?? new Map<string, NumberedLevel>();
    const format = attributes['style:num-format'] ?? '1';
    const prefix = attributes['style:num-prefix'];
    const suffix = attributes['style:num-suffix'] ?? (prefix === undefined ? '.' : '');
    levels.set(attributes['text:level'] ?? '', {
      format: FORMATS.get(format) ?? (format === '' ? '' : 'decimal'),
      prefix: prefix ?? '',
      suffix,
      start: Number(attributes['text:start-value'] ?? 1) || 1,
      shown: Number(attributes['text:display-levels'] ?? 1) || 1,
    });
    this.#levels.set(this.#style, levels);
  }
}

interface List {
  readonly style: string;
  readonly id: string | undefined;
  /** The last number; undefined before the first item. */
  number: number | undefined;
  /** Whether the item has no mark yet: one that only holds another list has none. */
  isNewItem: boolean;
  /** The number that the item is given. */
  given: number | undefined;
}

/** The lists that are open, and their numbers. */
export class OdtLists {
  readonly #styles: ListStyles;
  readonly #open: List[] = [];
  /** The last numbers of lists that have ended, by id and by style with depth: a later one may go on. */
  readonly #ended = new Map<string, number>();

  constructor(styles: ListStyles) {
    this.#styles = styles;
  }

  get depth(): number {
    return this.#open.length;
  }

  open(attributes: Attributes): void {
    // A list in a list has the style of the outer one.
    const style = attributes['text:style-name'] ?? this.#open.at(-1)?.style ?? '';
    const continued = attributes['text:continue-list'];
    const key = attributes['text:continue-numbering'] === 'true' ? this.#key(style, this.depth + 1) : continued;
    const number = key === undefined ? undefined : this.#ended.get(key);
    this.#open.push({ style, id: attributes['xml:id'], number, isNewItem: false, given: undefined });
  }

  close(): void {
    const depth = this.depth;
    const list = this.#open.pop();
    if (list?.number === undefined) return;
    this.#ended.set(this.#key(list.style, depth), list.number);
    if (list.id !== undefined) this.#ended.set(list.id, list.number);
  }

  openItem(attributes: Attributes, isHeader: boolean): void {
    const list = this.#open.at(-1);
    if (list === undefined) return;
    list.isNewItem = !isHeader;
    const given = attributes['text:start-value'];
    list.given = given === undefined ? undefined : Number(given);
  }

  /** The mark of the item that a paragraph begins, with its indent; undefined if the paragraph does not begin one. */
  nextMark(): string | undefined {
    const list = this.#open.at(-1);
    if (list === undefined || !list.isNewItem) return undefined;
    list.isNewItem = false;
    const indent = '  '.repeat(this.depth - 1);
    const level = this.#styles.level(list.style, this.depth);
    if (level === undefined) return `${indent}- `;
    list.number = list.given ?? (list.number === undefined ? level.start : list.number + 1);
    if (level.format === '') return indent;
    return `${indent}${level.prefix}${this.#numbers(level.shown)}${level.suffix} `;
  }

  #numbers(shown: number): string {
    const numbers: string[] = [];
    for (let depth = Math.max(1, this.depth - shown + 1); depth <= this.depth; depth += 1) {
      const list = this.#open[depth - 1];
      const level = list === undefined ? undefined : this.#styles.level(list.style, depth);
      if (list === undefined || level === undefined || level.format === '') continue;
      numbers.push(writeNumber(list.number ?? level.start, level.format));
    }
    return numbers.join('.');
  }

  #key(style: string, depth: number): string {
    return `${depth} ${style}`;
  }
}

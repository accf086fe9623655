import { localName } from '../xml/xml-part.ts';
import { XmlError, type XmlHandler } from '../xml/xml-reader.ts';
import { accented, fraction, grouped, isAccent, matrixRows, root, sideBySide, withScripts } from './linear-text.ts';

/** An element of an equation, without its prefix. */
interface Part {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Part[];
  text: string;
}

/** The most elements of an equation, and the most inside each other: more than anybody writes. */
const MAX_PARTS = 50_000;
const MAX_DEPTH = 400;

/** Receives the elements of an equation of Word (OMML) or of MathML, the outermost one too, and writes it as one line of text. */
export class EquationReader implements XmlHandler {
  readonly #root: Part = { name: '', attributes: {}, children: [], text: '' };
  readonly #open: Part[] = [this.#root];
  #count = 0;

  /** Whether the outermost element has been closed. */
  get isComplete(): boolean {
    return this.#open.length === 1;
  }

  /** @throws XmlError for more elements than an equation has */
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#count += 1;
    if (this.#count > MAX_PARTS || this.#open.length > MAX_DEPTH) throw new XmlError('an equation is too large');
    const part: Part = { name: localName(name), attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(part);
    this.#open.push(part);
  }

  onClose(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  onText(text: string): void {
    const part = this.#open.at(-1);
    if (part !== undefined) part.text += text;
  }

  /** The equation: fractions as (a+b)/c, scripts as x_i^2, roots as sqrt(x), matrices as [a, b; c, d] with the brackets that they have. */
  get text(): string {
    return allOf(this.#root).replace(/\s+/g, ' ').trim();
  }
}

function write(part: Part): string {
  return (WRITERS.get(part.name) ?? allOf)(part);
}

function allOf({ children }: Part): string {
  const texts = children.map((child, index) => rowsBetween(children, index) ?? write(child));
  return sideBySide(texts.filter((text) => text !== ''));
}

/** Settings, and elements that only hold another one. */
const IS_SETTING = /Pr$/;
const HOLDERS = new Set(['e', 'mrow', 'mstyle', 'mpadded', 'semantics']);

/** The rows of a matrix, if an element is one and nothing else. */
function matrixOf(part: Part): string | undefined {
  if (part.name === 'm') return matrixRows(rowsOf(part, ['mr'], 'e'));
  if (part.name === 'mtable') return matrixRows(rowsOf(part, ['mtr', 'mlabeledtr'], 'mtd'));
  if (!HOLDERS.has(part.name)) return undefined;
  const [only, ...others] = part.children.filter(({ name }) => !IS_SETTING.test(name) && !/^annotation/.test(name));
  return only === undefined || others.length > 0 ? undefined : matrixOf(only);
}

/** The rows of a matrix of MathML that has brackets: the element before it and that behind it. */
function rowsBetween(children: readonly Part[], index: number): string | undefined {
  const [before, part, behind] = [children[index - 1], children[index], children[index + 1]];
  if (part === undefined || before?.name !== 'mo' || behind?.name !== 'mo') return undefined;
  const isFenced = /^[([{|‖⟨⌊⌈]$/u.test(token(before)) && /^[)\]}|‖⟩⌋⌉]$/u.test(token(behind));
  return isFenced ? matrixOf(part) : undefined;
}

/** The text of the first child element with a name. */
function childText({ children }: Part, name: string): string {
  const child = children.find((part) => part.name === name);
  return child === undefined ? '' : write(child);
}

/** A setting of an element of OMML: `<m:naryPr><m:chr m:val="∑"/></m:naryPr>`. */
function setting({ name, children }: Part, key: string): string | undefined {
  const found = children.find((part) => part.name === `${name}Pr`)?.children.find((part) => part.name === key);
  if (found === undefined) return undefined;
  const attribute = Object.entries(found.attributes).find(([attributeName]) => localName(attributeName) === 'val');
  return attribute?.[1] ?? '';
}

/** Signs that are not shown: applied functions, products, separators of indexes. */
const INVISIBLE = /[\u2061\u2062\u2064\u200b]/g;

function token({ text }: Part): string {
  return text.replace(INVISIBLE, '').replaceAll('\u2063', ',').trim();
}

const nothing = (): string => '';
/** The children of an element of MathML, which have their meaning by their place. */
const at = ({ children }: Part, index: number): string => {
  const part = children[index];
  return part === undefined ? '' : write(part);
};

function nary(part: Part): string {
  const sign = withScripts(setting(part, 'chr') ?? '∫', childText(part, 'sub'), childText(part, 'sup'));
  return `${sign} ${childText(part, 'e')}`;
}

function delimited(part: Part): string {
  const items = part.children.filter(({ name }) => name === 'e');
  const [begin, end] = [setting(part, 'begChr') ?? '(', setting(part, 'endChr') ?? ')'];
  const [only, ...others] = items;
  // Its brackets are those of the matrix.
  const rows = only === undefined || others.length > 0 || begin + end === '' ? undefined : matrixOf(only);
  return `${begin}${rows ?? items.map(write).join(setting(part, 'sepChr') ?? '|')}${end}`;
}

function fenced(part: Part): string {
  const { open = '(', close = ')', separators = ',' } = part.attributes;
  const signs = [...separators.replace(/\s/g, '')];
  const [only, ...others] = part.children;
  const rows = only === undefined || others.length > 0 ? undefined : matrixOf(only);
  if (rows !== undefined) return `${open}${rows}${close}`;
  const items = part.children.map(write);
  const signBefore = (index: number): string => (index === 0 ? '' : (signs[index - 1] ?? signs.at(-1) ?? ''));
  return `${open}${items.map((item, index) => `${signBefore(index)}${item}`).join('')}${close}`;
}

function rowsOf(part: Part, rowNames: readonly string[], cellName: string): string[][] {
  const rows = part.children.filter(({ name }) => rowNames.includes(name));
  return rows.map((row) => row.children.filter(({ name }) => name === cellName).map(write));
}

/** A matrix that has no brackets of its own. */
function matrix(part: Part): string {
  return `[${matrixOf(part) ?? ''}]`;
}

function underOver(part: Part, below: string, above: string): string {
  const base = at(part, 0);
  const isMark = (sign: string) => sign !== '' && isAccent(sign);
  if (isMark(above)) return withScripts(accented(base, above), below, '');
  if (isMark(below)) return withScripts(accented(base, below), '', above);
  return withScripts(base, below, above);
}

/** Scripts on both sides: base, (below above)*, then those of the left behind `mprescripts`. */
function multiScripts({ children }: Part): string {
  const [base, ...scripts] = children;
  const place = scripts.findIndex(({ name }) => name === 'mprescripts');
  const right = place === -1 ? scripts : scripts.slice(0, place);
  const left = place === -1 ? [] : scripts.slice(place + 1);
  const pairs = (list: readonly Part[]): string => {
    const texts = list.map(write);
    return texts.map((text, index) => (text === '' ? '' : `${index % 2 === 0 ? '_' : '^'}${grouped(text)}`)).join('');
  };
  return `${pairs(left)}${base === undefined ? '' : write(base)}${pairs(right)}`;
}

function stacked(above: string, below: string, hasNoBar: boolean): string {
  return hasNoBar ? `binom(${above}, ${below})` : fraction(above, below);
}

const SETTINGS = [
  'r',
  'f',
  'sSup',
  'sSub',
  'sSubSup',
  'sPre',
  'nary',
  'rad',
  'd',
  'm',
  'acc',
  'bar',
  'groupChr',
  'limLow',
  'limUpp',
  'func',
  'eqArr',
  'box',
  'borderBox',
  'phant',
  'oMathPara',
  'ctrl',
  'arg',
];

/** How elements are written; those that are not here are written as what is in them. */
const WRITERS: ReadonlyMap<string, (part: Part) => string> = new Map<string, (part: Part) => string>([
  // OMML (ECMA-376, part 1, 22.1)
  ...SETTINGS.map((name) => [`${name}Pr`, nothing] as const),
  ['rPr', nothing],
  ['t', ({ text }) => text],
  ['f', (part) => stacked(childText(part, 'num'), childText(part, 'den'), setting(part, 'type') === 'noBar')],
  ['sSup', (part) => withScripts(childText(part, 'e'), '', childText(part, 'sup'))],
  ['sSub', (part) => withScripts(childText(part, 'e'), childText(part, 'sub'), '')],
  ['sSubSup', (part) => withScripts(childText(part, 'e'), childText(part, 'sub'), childText(part, 'sup'))],
  [
    'sPre',
    (part) =>
      `${withScripts('', childText(part, 'sub'), childText(part, 'sup')).replace(/^\(\)/, '')}${childText(part, 'e')}`,
  ],
  ['rad', (part) => root(childText(part, 'e'), childText(part, 'deg'))],
  ['nary', nary],
  ['d', delimited],
  ['m', matrix],
  [
    'eqArr',
    ({ children }) =>
      children
        .filter(({ name }) => name === 'e')
        .map(write)
        .join('; '),
  ],
  ['acc', (part) => accented(childText(part, 'e'), setting(part, 'chr') ?? '\u0302')],
  ['bar', (part) => accented(childText(part, 'e'), '¯')],
  ['groupChr', (part) => accented(childText(part, 'e'), setting(part, 'chr') ?? '⏟')],
  ['limLow', (part) => withScripts(childText(part, 'e'), childText(part, 'lim'), '')],
  ['limUpp', (part) => withScripts(childText(part, 'e'), '', childText(part, 'lim'))],
  ['func', (part) => `${childText(part, 'fName')} ${childText(part, 'e')}`],
  ['phant', (part) => (['0', 'false', 'off'].includes(setting(part, 'show') ?? '1') ? '' : childText(part, 'e'))],
  // MathML (W3C, Core and 3)
  ...['mi', 'mn', 'mo', 'mtext'].map((name) => [name, token] as const),
  ['ms', (part) => `"${token(part)}"`],
  ['mspace', () => ' '],
  ['mfrac', (part) => stacked(at(part, 0), at(part, 1), /^0/.test(part.attributes.linethickness ?? ''))],
  ['msup', (part) => withScripts(at(part, 0), '', at(part, 1))],
  ['msub', (part) => withScripts(at(part, 0), at(part, 1), '')],
  ['msubsup', (part) => withScripts(at(part, 0), at(part, 1), at(part, 2))],
  ['mmultiscripts', multiScripts],
  ['munder', (part) => underOver(part, at(part, 1), '')],
  ['mover', (part) => underOver(part, '', at(part, 1))],
  ['munderover', (part) => underOver(part, at(part, 1), at(part, 2))],
  ['msqrt', (part) => root(allOf(part), '')],
  ['mroot', (part) => root(at(part, 0), at(part, 1))],
  ['mfenced', fenced],
  ['mtable', matrix],
  ['mphantom', nothing],
  // What a formula is called in other notations.
  ...['annotation', 'annotation-xml'].map((name) => [name, nothing] as const),
]);

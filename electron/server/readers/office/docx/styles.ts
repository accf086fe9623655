import { type OfficePackage, prefixed, readXml } from '../office-xml.ts';

/** The list position of a paragraph: the list's definition and the depth, from 0. */
export interface ListPlace {
  readonly numId: string;
  readonly level: number;
}

export interface ParagraphStyle {
  /** 1 to 9; undefined for a paragraph that is not a heading. */
  readonly heading: number | undefined;
  readonly list: ListPlace | undefined;
  /** The font of its letters, if it says one. */
  readonly font: string | undefined;
  readonly isStruck: boolean;
}

interface WrittenStyle {
  name: string;
  basedOn: string | undefined;
  outline: number | undefined;
  numId: string | undefined;
  level: number | undefined;
  font: string | undefined;
  isStruck: boolean | undefined;
}

/** Outline levels 0 to 8 are headings; 9 is body text. */
const HEADING_LEVELS = 9;
/** Inheritance depth of styles; more means a cycle. */
const MAX_CHAIN = 20;

/** The formatting of a document's styles of paragraphs and letters, by their ids. @throws UserError FILE_CORRUPT */
export async function readStyles(
  office: OfficePackage,
  part: string | undefined,
): Promise<ReadonlyMap<string, ParagraphStyle>> {
  const written = new Map<string, WrittenStyle>();
  let style: WrittenStyle | undefined;
  if (part !== undefined && office.archive.names.has(part)) {
    await readXml(office, part, {
      onOpen(element, attributes) {
        const value = prefixed(attributes, 'val');
        if (element === 'style') {
          style = newStyle();
          const type = prefixed(attributes, 'type') ?? '';
          if (type === 'paragraph' || type === 'character') written.set(prefixed(attributes, 'styleId') ?? '', style);
        } else if (style !== undefined && element === 'rFonts') style.font = prefixed(attributes, 'ascii');
        else if (style !== undefined && /^d?strike$/.test(element)) style.isStruck ||= isOn(value);
        else if (style !== undefined && value !== undefined) note(style, element, value);
      },
      onClose(element) {
        if (element === 'style') style = undefined;
      },
    });
  }
  return new Map([...written.keys()].map((id) => [id, resolve(written, id)] as const));
}

function newStyle(): WrittenStyle {
  return {
    name: '',
    basedOn: undefined,
    outline: undefined,
    numId: undefined,
    level: undefined,
    font: undefined,
    isStruck: undefined,
  };
}

/** Whether a setting is on that is on without a value. */
export function isOn(value: string | undefined): boolean {
  return !['0', 'false', 'off'].includes(value ?? '');
}

function note(style: WrittenStyle, element: string, value: string): void {
  if (element === 'name') style.name = value.toLowerCase();
  else if (element === 'basedOn') style.basedOn = value;
  else if (element === 'outlineLvl') style.outline = Number(value);
  else if (element === 'numId') style.numId = value;
  else if (element === 'ilvl') style.level = Number(value);
}

function resolve(styles: ReadonlyMap<string, WrittenStyle>, id: string): ParagraphStyle {
  let heading: number | undefined;
  let numId: string | undefined;
  let level: number | undefined;
  let font: string | undefined;
  let isStruck: boolean | undefined;
  let style = styles.get(id);
  for (let links = 0; style !== undefined && links < MAX_CHAIN; links += 1) {
    heading ??= headingOf(style);
    numId ??= style.numId;
    level ??= style.level;
    font ??= style.font;
    isStruck ??= style.isStruck;
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return {
    heading: heading === 0 ? undefined : heading,
    list: numId === undefined ? undefined : { numId, level: level ?? 0 },
    font,
    isStruck: isStruck ?? false,
  };
}

/** The heading level of a style: 0 for none; undefined if it inherits it. */
function headingOf({ name, outline }: WrittenStyle): number | undefined {
  // The names of Word's built-in styles are English in every language.
  if (name === 'title') return 1;
  const [, digit] = /^heading ([1-9])$/.exec(name) ?? [];
  if (digit !== undefined) return Number(digit);
  return outline === undefined ? undefined : headingOfOutline(outline);
}

/** The heading level of Word's outline level: 0 for body text. */
export function headingOfOutline(outline: number): number {
  return outline >= 0 && outline < HEADING_LEVELS ? outline + 1 : 0;
}

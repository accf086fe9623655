// Why no library: recall/precision on 136 public files are .988/.990, those of the best library .939/.990.
import { UserError } from '../../../../../shared/errors/errors.ts';
import type { LoadedDocument, SourceFile } from '../../../core/document.ts';
import { fileHasNoText } from '../../errors/file-errors.ts';
import { RowLabels } from '../../table/row-labels.ts';
import { shownAlternative } from '../../text/alternative-text.ts';
import { markdownTable } from '../../text/markdown-rows.ts';
import { paragraphsText, readLinkedTexts } from '../linked-texts.ts';
import { type OfficePackage, prefixed, readXml } from '../office-xml.ts';
import type { OpenOffice } from '../open-office.ts';
import { partOfType, type Relationship, readRelationships } from '../relationships.ts';
import { childElements, findElement, findElements, readTree, type XmlElement } from '../xml-tree.ts';

/** The content of a slide, for presentations of any format. */
export interface SlideText {
  /** Its number in the presentation, from 1. */
  readonly number: number;
  /** Whether the slide show skips it. */
  readonly isHidden: boolean;
  /** Its texts in reading order: the title, then its shapes from back to front, the order of screen readers. */
  readonly text: string;
  /** The speaker's notes. */
  readonly notes: string;
}

export interface Slide extends SlideText {
  /** The number of slides. */
  readonly count: number;
}

/**
 * Reads the slides of a presentation in order.
 * @param withFooters whether the footer of each slide is read, too
 * @throws UserError FILE_CORRUPT, FILE_TOO_LARGE
 */
export async function* readSlides(office: OpenOffice, withFooters: boolean): AsyncGenerator<Slide> {
  const parts = await slideParts(office);
  let damage: UserError | undefined;
  let hasSlide = false;
  for (const [index, part] of parts.entries()) {
    office.signal.throwIfAborted();
    if (part === undefined) continue;
    try {
      const slide = await readSlide(office, part, withFooters);
      hasSlide = true;
      yield { number: index + 1, count: parts.length, ...slide };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      damage ??= error;
      office.onNote?.(`Its slide ${index + 1} was not read: ${error.message}`);
    }
  }
  if (!hasSlide && damage !== undefined) throw damage;
}

async function readSlide(
  office: OpenOffice,
  part: string,
  withFooters: boolean,
): Promise<Pick<Slide, 'isHidden' | 'text' | 'notes'>> {
  const relationships = await readRelationships(office, part);
  const tree = await readTree(office, part);
  return {
    isHidden: ['0', 'false'].includes(findElement(tree, 'sld')?.attributes.show ?? '1'),
    text: await joinShapes(office, shapesOf(tree, withFooters), relationships),
    notes: await readNotes(office, partOfType(relationships, 'notesSlide')),
  };
}

/** The parts of the slides, in the order of the presentation; undefined for one that is not there. */
async function slideParts(office: OpenOffice): Promise<readonly (string | undefined)[]> {
  const relationships = await readRelationships(office, office.mainPart);
  const byId = new Map(relationships.map(({ id, part }) => [id, part] as const));
  const parts: (string | undefined)[] = [];
  await readXml(office, office.mainPart, {
    onOpen(element, attributes) {
      if (element === 'sldId') parts.push(byId.get(prefixed(attributes, 'id') ?? ''));
    },
  });
  return parts;
}

type Tree = Awaited<ReturnType<typeof readTree>>;

/** The texts of the shapes of a slide or of its notes, one per shape. */
interface ShapeText {
  readonly text: string;
  readonly isTitle: boolean;
  /** For a chart or a diagram (SmartArt), whose text is in another part: the id of the relationship to it. The text stands in for one without any. */
  readonly linkId?: string;
}

/** Placeholders that repeat on every slide. */
const FURNITURE = ['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'];
const TITLES = ['title', 'ctrTitle'];

/** The texts of the shapes in an element, in order, and descriptions of what has none; groups are expanded in place. Numbers, dates and, unless wanted, footers are left out. */
function shapeTexts(parent: XmlElement, withFooters: boolean): readonly ShapeText[] {
  return childElements(parent).flatMap((element): readonly ShapeText[] => {
    switch (element.name) {
      case 'grpSp':
        return [...alternative(element), ...shapeTexts(element, withFooters)];
      case 'graphicFrame':
        return frameTexts(element);
      case 'pic':
        return alternative(element);
      case 'sp': {
        const placeholder = findElement(element, 'ph')?.attributes.type ?? '';
        const body = findElement(element, 'txBody');
        const isLeftOut = FURNITURE.includes(placeholder) && !(withFooters && placeholder === 'ftr');
        if (isLeftOut) return [];
        const text = body === undefined ? '' : paragraphsText(body);
        return text === '' ? alternative(element) : [{ text, isTitle: TITLES.includes(placeholder) }];
      }
      default:
        return [];
    }
  });
}

function frameTexts(frame: XmlElement): readonly ShapeText[] {
  const tables = findElements(frame, 'tbl').map((table) => ({ text: tableText(table), isTitle: false }));
  const ids = [
    ...findElements(frame, 'relIds').map(({ attributes }) => prefixed(attributes, 'dm')),
    ...findElements(frame, 'chart').map(({ attributes }) => prefixed(attributes, 'id')),
  ];
  const [described] = alternative(frame);
  const linked = ids.map((linkId) => ({ text: described?.text ?? '', isTitle: false, linkId: linkId ?? '' }));
  const texts = [...tables, ...linked];
  return texts.length === 0 ? alternative(frame) : texts;
}

/** What a shape without text says of itself: its description, or its title. */
function alternative(shape: XmlElement): readonly ShapeText[] {
  const properties = childElements(shape).find(({ name }) => /^nv\w+Pr$/.test(name));
  const own = properties === undefined ? undefined : childElements(properties).find(({ name }) => name === 'cNvPr');
  if (own === undefined || isTrue(own.attributes.hidden)) return [];
  if (isTrue(findElement(own, 'decorative')?.attributes.val)) return [];
  const text = shownAlternative(own.attributes.descr, own.attributes.title);
  return text === '' ? [] : [{ text: `![${text}]`, isTitle: false }];
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function tableText(table: XmlElement): string {
  const labels = new RowLabels();
  const cellText = (cell: XmlElement, column: number): string => {
    if (isTrue(cell.attributes.vMerge)) return labels.take(column) ?? '';
    const text = paragraphsText(cell);
    labels.set(column, text, Number(cell.attributes.rowSpan ?? 1));
    return text;
  };
  return markdownTable(findElements(table, 'tr').map((row) => findElements(row, 'tc').map(cellText)));
}

function shapesOf(tree: Tree, withFooters: boolean): readonly ShapeText[] {
  const shapes = findElement(tree, 'spTree');
  return shapes === undefined ? [] : shapeTexts(shapes, withFooters);
}

async function joinShapes(
  office: OfficePackage,
  shapes: readonly ShapeText[],
  relationships: readonly Relationship[],
): Promise<string> {
  const linked = await readLinkedTexts(office, relationships);
  const titles = shapes.filter(({ isTitle }) => isTitle);
  const texts = [...titles, ...shapes.filter(({ isTitle }) => !isTitle)].map(({ text, linkId }) => {
    return (linkId === undefined ? undefined : linked.get(linkId)) || text;
  });
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

async function readNotes(office: OfficePackage, part: string | undefined): Promise<string> {
  if (part === undefined || !office.archive.names.has(part)) return '';
  return joinShapes(office, shapesOf(await readTree(office, part), false), []);
}

/** A slide as a document, with the speaker's notes at the end; undefined if it has no text. */
function slideDocument({ number, isHidden, text, notes }: SlideText): LoadedDocument | undefined {
  const parts = notes === '' ? [text] : [text, `Notes:\n${notes}`];
  const whole = parts.filter((part) => part !== '').join('\n\n');
  if (whole === '') return undefined;
  const metadata = isHidden ? { slide: number, hidden: true } : { slide: number };
  return { text: whole, metadata, position: ['slide'] };
}

/**
 * Slides as documents, one each; slides without text are left out.
 * @throws UserError FILE_HAS_NO_TEXT if none is left
 */
export async function* slideDocuments(
  slides: AsyncIterable<SlideText>,
  file: SourceFile,
): AsyncGenerator<LoadedDocument> {
  let hasText = false;
  for await (const slide of slides) {
    const document = slideDocument(slide);
    if (document === undefined) continue;
    hasText = true;
    yield document;
  }
  if (!hasText) {
    throw fileHasNoText(file, 'its slides hold no writing', 'if their text is in pictures, run text recognition first');
  }
}

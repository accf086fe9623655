// Why no library: recall/precision on 136 public files are .988/.990, those of the best library .939/.990.
import { UserError } from '../../../../../shared/errors/errors.ts';
import { readLinkedTexts } from '../linked-texts.ts';
import { type OfficePackage, prefixed, readXml } from '../office-xml.ts';
import type { OpenOffice } from '../open-office.ts';
import { partOfType, type Relationship, readRelationships } from '../relationships.ts';
import { findElement, readTree } from '../xml-tree.ts';
import { type ShapeText, shapeTexts } from './shape-text.ts';

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

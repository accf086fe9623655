import { fileTooLarge } from '../errors/file-errors.ts';
import { Alternatives } from './alternatives.ts';
import { type OfficePackage, streamXml, type XmlAttributes } from './office-xml.ts';

/** An element without its prefix, with its children. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/** The most elements of a part in memory: about 80 MB. A slide has a few hundred. */
const MAX_ELEMENTS = 200_000;

/** The most nested elements; a slide has about 20. */
const MAX_DEPTH = 500;

/** Reads a part whole, of alternatives for programs of different age the one to show. @throws UserError FILE_CORRUPT, FILE_TOO_LARGE */
export async function readTree(office: OfficePackage, part: string): Promise<XmlElement> {
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  const alternatives = new Alternatives();
  let count = 0;
  let leftOut = 0;
  const pieces = streamXml(office, part, {
    onOpen(name, attributes) {
      if (leftOut > 0 || alternatives.isLeftOut(name, attributes)) {
        leftOut += 1;
        return;
      }
      count += 1;
      if (open.length > MAX_DEPTH) throw new RangeError(`More than ${MAX_DEPTH} elements inside each other`);
      const element: OpenElement = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    onClose(name) {
      if (leftOut > 0) {
        leftOut -= 1;
        return;
      }
      open.pop();
      alternatives.onClose(name);
    },
    onText(text) {
      if (leftOut === 0) open.at(-1)?.children.push(text);
    },
  });
  while ((await pieces.next()).done !== true) {
    if (count > MAX_ELEMENTS)
      throw fileTooLarge(office.file, `its part "${part}" has more than ${MAX_ELEMENTS} elements`);
  }
  return root;
}

const ALTERNATIVES = new Set(['AlternateContent', 'Choice', 'Fallback']);

/** The child elements, with those of the alternative that was chosen in its place. */
export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return ALTERNATIVES.has(child.name) ? childElements(child) : [child];
  });
}

/** The first descendant of an element with a name. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of childElements(element)) {
    const found = child.name === name ? child : findElement(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All descendants of an element with a name, without nested ones. */
export function findElements(element: XmlElement, name: string): readonly XmlElement[] {
  return childElements(element).flatMap((child) => (child.name === name ? [child] : findElements(child, name)));
}

/** The direct text of an element. */
export function textOf(element: XmlElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

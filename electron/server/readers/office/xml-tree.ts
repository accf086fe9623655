import { fileTooLarge } from '../errors/file-errors.ts';
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

/** Reads a part whole. @throws UserError FILE_CORRUPT, FILE_TOO_LARGE */
export async function readTree(office: OfficePackage, part: string): Promise<XmlElement> {
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  let count = 0;
  const pieces = streamXml(office, part, {
    onOpen(name, attributes) {
      count += 1;
      if (open.length > MAX_DEPTH) throw new RangeError(`More than ${MAX_DEPTH} elements inside each other`);
      const element: OpenElement = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    onClose: () => void open.pop(),
    onText: (text) => void open.at(-1)?.children.push(text),
  });
  while ((await pieces.next()).done !== true) {
    if (count > MAX_ELEMENTS)
      throw fileTooLarge(office.file, `its part "${part}" has more than ${MAX_ELEMENTS} elements`);
  }
  return root;
}

/** The child elements; of alternatives for different program versions, those for the newest. */
export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.name !== 'AlternateContent') return [child];
    const choice = findChild(child, 'Choice') ?? findChild(child, 'Fallback');
    return choice === undefined ? [] : childElements(choice);
  });
}

function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name);
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

import { EquationReader } from '../../equation/equation-text.ts';
import { shownAlternative } from '../../text/alternative-text.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { type Script, ScriptWriter } from '../../text/script-writer.ts';
import { prefixed } from '../office-xml.ts';
import { childElements, findElement, findElements, textOf, type XmlElement } from '../xml-tree.ts';

/** The texts of the shapes of a slide or of its notes, one per shape. */
export interface ShapeText {
  readonly text: string;
  readonly isTitle: boolean;
  /** For a diagram (SmartArt), whose text is in another part: the id of the relationship to it. */
  readonly diagramId?: string;
}

/** Placeholders that repeat on every slide. */
const FURNITURE = ['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'];
const TITLES = ['title', 'ctrTitle'];

/** The texts of the shapes in an element, in order, and descriptions of what has none; groups are expanded in place. Numbers, dates and, unless wanted, footers are left out. */
export function shapeTexts(parent: XmlElement, withFooters: boolean): readonly ShapeText[] {
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
  const diagrams = findElements(frame, 'relIds').flatMap(({ attributes }) => {
    const diagramId = prefixed(attributes, 'dm');
    return diagramId === undefined ? [] : [{ text: '', isTitle: false, diagramId }];
  });
  const texts = [...tables, ...diagrams];
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
  return markdownTable(findElements(table, 'tr').map((row) => findElements(row, 'tc').map(paragraphsText)));
}

/** The texts of a diagram's points, in stored order. */
export function diagramText(data: XmlElement): string {
  const points = findElements(data, 'pt').filter(({ attributes: { type } }) => type === undefined || type === 'node');
  return points
    .map(paragraphsText)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The paragraphs in an element, one per line. */
function paragraphsText(element: XmlElement): string {
  return findElements(element, 'p').map(paragraphText).join('\n').trimEnd();
}

function equationText(equation: XmlElement): string {
  const reader = new EquationReader();
  replay(equation, reader);
  return reader.text;
}

function replay({ name, attributes, children }: XmlElement, reader: EquationReader): void {
  reader.onOpen(name, attributes);
  for (const child of children) {
    if (typeof child === 'string') reader.onText(child);
    else replay(child, reader);
  }
  reader.onClose();
}

function paragraphText(paragraph: XmlElement): string {
  const scripts = new ScriptWriter();
  const written = inlineTexts(paragraph, undefined).map(({ text, script }) => scripts.write(text, script));
  return [...written, scripts.end()].join('');
}

interface InlineText {
  readonly text: string;
  readonly script: Script | undefined;
}

function inlineTexts(element: XmlElement, script: Script | undefined): readonly InlineText[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 't') return [{ text: textOf(child).replaceAll('\v', '\n'), script }];
    if (child.name === 'br') return [{ text: '\n', script: undefined }];
    if (child.name === 'oMath') return [{ text: equationText(child), script: undefined }];
    return inlineTexts(child, child.name === 'r' ? scriptOf(child) : script);
  });
}

/** Of a run: by how much it is raised, in thousandths of a percent. */
function scriptOf(run: XmlElement): Script | undefined {
  const raised = Number(childElements(run).find(({ name }) => name === 'rPr')?.attributes.baseline ?? 0);
  if (raised > 0) return 'superscript';
  return raised < 0 ? 'subscript' : undefined;
}

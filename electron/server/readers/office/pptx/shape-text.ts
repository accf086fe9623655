import { RowLabels } from '../../table/row-labels.ts';
import { shownAlternative } from '../../text/alternative-text.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { paragraphsText } from '../drawing-text.ts';
import { prefixed } from '../office-xml.ts';
import { childElements, findElement, findElements, type XmlElement } from '../xml-tree.ts';

/** The texts of the shapes of a slide or of its notes, one per shape. */
export interface ShapeText {
  readonly text: string;
  readonly isTitle: boolean;
  /** For a chart or a diagram (SmartArt), whose text is in another part: the id of the relationship to it. The text stands in for one without any. */
  readonly linkId?: string;
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

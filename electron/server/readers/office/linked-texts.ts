import { UserError } from '../../../../shared/errors/errors.ts';
import { EquationReader } from '../equation/equation-text.ts';
import { type InlineLook, InlineWriter } from '../text/inline-writer.ts';
import { markdownTable } from '../text/markdown-rows.ts';
import type { Script } from '../text/script-writer.ts';
import { hasPrivateSigns, shownIn } from '../text/symbol-fonts.ts';
import type { OfficePackage } from './office-xml.ts';
import type { Relationship } from './relationships.ts';
import { openNumberFormats } from './xlsx/number-formats.ts';
import { childElements, findElement, findElements, readTree, textOf, type XmlElement } from './xml-tree.ts';

/** A column of a chart's values: its name and what it shows by the number of the point. */
interface Values {
  readonly name: string;
  readonly points: ReadonlyMap<number, string>;
}

type Format = Awaited<ReturnType<typeof openNumberFormats>>;

/** What a chart says: its title, those of its axes, and its values as a table. */
async function chartText(chart: XmlElement): Promise<string> {
  const format = await openNumberFormats();
  const titles = [...new Set(findElements(chart, 'title').map(titleText))].filter((text) => text !== '');
  const series = findElements(chart, 'ser');
  const columns = series.length > 0 ? seriesColumns(series, format) : dimensionColumns(chart, format);
  const heading = titles.length === 0 ? [] : [`Chart: ${titles.join('; ')}`];
  return [...heading, ...tableOf(columns)].join('\n\n');
}

/** The texts of a diagram's (SmartArt) points, in stored order. */
function diagramText(data: XmlElement): string {
  const points = findElements(data, 'pt').filter(({ attributes: { type } }) => type === undefined || type === 'node');
  return points
    .map(paragraphsText)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The paragraphs in an element, one per line. */
export function paragraphsText(element: XmlElement): string {
  return findElements(element, 'p').map(paragraphText).join('\n').trimEnd();
}

function paragraphText(paragraph: XmlElement): string {
  const writer = new InlineWriter();
  const written = inlineTexts(paragraph, PLAIN).map(({ text, look }) => writer.write(text, look));
  return [...written, writer.end()].join('');
}

/** How the text of a run shows, with its fonts. */
interface Look extends InlineLook {
  readonly font?: string | undefined;
  /** Of signs that are no letters. */
  readonly signFont?: string | undefined;
}

const PLAIN: Look = {};

interface InlineText {
  readonly text: string;
  readonly look: Look;
}

function inlineTexts(element: XmlElement, look: Look): readonly InlineText[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 't') return [{ text: shownText(textOf(child).replaceAll('\v', '\n'), look), look }];
    if (child.name === 'br') return [{ text: '\n', look: PLAIN }];
    if (child.name === 'oMath') return [{ text: equationText(child), look: PLAIN }];
    return inlineTexts(child, child.name === 'r' ? lookOf(child) : look);
  });
}

function shownText(text: string, { font, signFont }: Look): string {
  return shownIn(hasPrivateSigns(text) ? (signFont ?? font) : font, text);
}

function lookOf(run: XmlElement): Look {
  const settings = childElements(run).find(({ name }) => name === 'rPr');
  if (settings === undefined) return PLAIN;
  const fontOf = (element: string) => childElements(settings).find(({ name }) => name === element)?.attributes.typeface;
  const { baseline, strike = 'noStrike' } = settings.attributes;
  return {
    script: scriptOf(baseline),
    isStruck: strike !== 'noStrike',
    font: fontOf('latin'),
    signFont: fontOf('sym'),
  };
}

/** @param baseline by how much a run is raised, in thousandths of a percent */
function scriptOf(baseline: string | undefined): Script | undefined {
  const raised = Number(baseline ?? 0);
  if (raised > 0) return 'superscript';
  return raised < 0 ? 'subscript' : undefined;
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

/** Written in the chart, or shown from a cell. */
function titleText(title: XmlElement): string {
  const written = paragraphsText(title);
  const text = written === '' ? findElements(title, 'v').map(textOf).join(' ') : written;
  return text.replace(/\s+/g, ' ').trim();
}

function tableOf([first, ...others]: readonly Values[]): readonly string[] {
  if (first === undefined) return [];
  const columns = [first, ...others];
  const points = [...new Set(columns.flatMap(({ points }) => [...points.keys()]))].sort((a, b) => a - b);
  const rows = points.map((point) => columns.map((column) => column.points.get(point) ?? ''));
  return [markdownTable([columns.map(({ name }) => name), ...rows])];
}

/** The categories, or the values of the first axis, then each series. */
function seriesColumns(series: readonly XmlElement[], format: Format): readonly Values[] {
  const columns: Values[] = [];
  const addOnce = (part: XmlElement): void => {
    const column = { name: '', points: pointsOf(part, format) };
    const isThere = columns.some(({ points }) => [...points].join() === [...column.points].join());
    if (column.points.size > 0 && !isThere) columns.push(column);
  };
  for (const one of series) {
    const parts = childElements(one);
    for (const part of parts.filter(({ name }) => name === 'cat' || name === 'xVal')) addOnce(part);
    const own = parts.find(({ name }) => name === 'tx');
    const name = own === undefined ? '' : titleText(own);
    for (const part of parts.filter(({ name: kind }) => kind === 'val' || kind === 'yVal' || kind === 'bubbleSize')) {
      columns.push({ name, points: pointsOf(part, format) });
    }
  }
  return columns;
}

/** As charts of 2016 and later are written. */
function dimensionColumns(chart: XmlElement, format: Format): readonly Values[] {
  const names = findElements(chart, 'series').map((one) => {
    const own = findElement(one, 'tx');
    return own === undefined ? '' : titleText(own);
  });
  return findElements(chart, 'data').flatMap((data, index) =>
    childElements(data)
      .filter(({ name }) => name === 'strDim' || name === 'numDim')
      .map((part) => ({
        name: part.name === 'numDim' ? (names[index] ?? '') : '',
        points: pointsOf(part, format),
      })),
  );
}

/** Categories of several levels stand beside each other. */
function pointsOf(part: XmlElement, format: Format): ReadonlyMap<number, string> {
  const points = new Map<number, string>();
  const isOfNumbers = findElement(part, 'numCache') !== undefined || part.name === 'numDim';
  const code = findElement(part, 'formatCode');
  const ofAll = format(code === undefined ? undefined : textOf(code));
  for (const point of findElements(part, 'pt')) {
    const index = Number(point.attributes.idx ?? 0);
    const value = findElement(point, 'v');
    const written = (value === undefined ? textOf(point) : textOf(value)).trim();
    const shown = isOfNumbers && written !== '' ? ofAll(written) : written;
    const before = points.get(index);
    if (shown !== '') points.set(index, before === undefined ? shown : `${shown}, ${before}`);
  }
  return points;
}

const WRITERS = new Map<string, (part: XmlElement) => string | Promise<string>>([
  ['chart', chartText],
  ['chartEx', chartText],
  ['diagramData', diagramText],
]);

/** The texts of the charts and diagrams (SmartArt) that a part refers to, by the ids of its relationships. One that can't be read is reported. */
export async function readLinkedTexts(
  office: OfficePackage,
  relationships: readonly Relationship[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { id, type, part } of relationships) {
    const write = WRITERS.get(type);
    if (write === undefined) continue;
    office.signal.throwIfAborted();
    try {
      texts.set(id, await write(await readTree(office, part)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      office.onNote?.(`Left out: a chart or diagram, since its part "${part}" is damaged or missing.`);
    }
  }
  return texts;
}

import { markdownTable } from '../text/markdown-table.ts';
import { paragraphsText } from './drawing-text.ts';
import { openNumberFormats } from './xlsx/number-formats.ts';
import { childElements, findElement, findElements, textOf, type XmlElement } from './xml-tree.ts';

/** A column of a chart's values: its name and what it shows by the number of the point. */
interface Values {
  readonly name: string;
  readonly points: ReadonlyMap<number, string>;
}

type Format = Awaited<ReturnType<typeof openNumberFormats>>;

/** What a chart says: its title, those of its axes, and its values as a table. */
export async function chartText(chart: XmlElement): Promise<string> {
  const format = await openNumberFormats();
  const titles = [...new Set(findElements(chart, 'title').map(titleText))].filter((text) => text !== '');
  const series = findElements(chart, 'ser');
  const columns = series.length > 0 ? seriesColumns(series, format) : dimensionColumns(chart, format);
  const heading = titles.length === 0 ? [] : [`Chart: ${titles.join('; ')}`];
  return [...heading, ...tableOf(columns)].join('\n\n');
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

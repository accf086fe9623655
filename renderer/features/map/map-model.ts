import type { ReadyMap } from '../../../shared/api/content-map.ts';
import { t } from '../../../shared/texts/t.ts';

/** Sources that have a colour of their own, as more can't be distinguished; also the style of all others. */
export const COLOURS = 8;

export interface MapSource {
  /** Its number in the map. */
  readonly number: number;
  readonly name: string;
  /** In the collection. */
  readonly chunks: number;
  /** Points of it. */
  readonly drawn: number;
  /** Its colour and shape, from 0; {@link COLOURS} for a small one. */
  readonly style: number;
}

/** A map as the page draws it. */
export interface MapModel {
  readonly ids: readonly string[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** By point: the number of its source. */
  readonly sourceOf: readonly number[];
  /** By number. */
  readonly sources: readonly MapSource[];
  /** Those with most points first. */
  readonly legend: readonly MapSource[];
}

export function createMapModel({ points, sources: given }: ReadyMap): MapModel {
  const drawn = given.map(() => 0);
  for (const source of points.sources) drawn[source] = (drawn[source] ?? 0) + 1;
  const order = given
    .map(({ name }, number) => ({ name, number }))
    .sort((a, b) => (drawn[b.number] ?? 0) - (drawn[a.number] ?? 0) || a.name.localeCompare(b.name));
  const styles = new Map(order.slice(0, COLOURS).map(({ number }, style) => [number, style] as const));
  const sources = given.map((source, number) => ({
    ...source,
    number,
    drawn: drawn[number] ?? 0,
    style: styles.get(number) ?? COLOURS,
  }));
  return {
    ids: points.ids,
    x: points.x,
    y: points.y,
    sourceOf: points.sources,
    sources,
    legend: order.flatMap(({ number }) => sources[number] ?? []),
  };
}

/** The name of a source as it is shown. */
export function nameOfSource(source: Pick<MapSource, 'name'> | undefined): string {
  return source === undefined || source.name === '' ? t('No source given') : source.name;
}

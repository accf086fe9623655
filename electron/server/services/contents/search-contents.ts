import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Metadata } from '../../core/document.ts';
import type { MetadataFilter } from '../../core/vector-store.ts';
import { metadataMatcher } from '../../stores/memory/match-metadata.ts';
import type { ContentsOwner } from './contents-owner.ts';
import type { ContentsReader, ReadChunk } from './contents-reader.ts';

/** Chunks that one call looks at: some 150 ms of small steps. Whoever wants more goes on from there. */
const LOOKED_AT = 20_000;
/** Chunks of a step: a few ms. */
const STEP = 250;
/** Matches of the index of words that are listed. */
const INDEX_HITS = 200;
/** Chunks that metadata is gathered from, and the places that they lie at, evenly spread. */
const FACET_CHUNKS = 1000;
const FACET_PLACES = 10;
/** A key with more values than these is no good filter. */
const FACET_VALUES = 20;
const FACET_KEYS = 12;

export interface ContentsSearch {
  readonly sourceId: string | undefined;
  readonly words: string;
  readonly filter: MetadataFilter | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

export interface Matches {
  readonly chunks: readonly ReadChunk[];
  readonly searched: number;
  readonly next: string | undefined;
}

/** Whether a chunk has all the words, in any case and order, and the metadata. */
function matcherOf({ words, filter }: ContentsSearch): (chunk: ReadChunk) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = metadataMatcher(filter);
  return ({ content, metadata }) => {
    const text = content.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) return false;
    const facts: Metadata = JSON.parse(metadata);
    return fits === undefined || fits(facts);
  };
}

/** Looks at the chunks in their order, in small steps. */
async function scan(reader: ContentsReader, search: ContentsSearch): Promise<Matches> {
  const { sourceId, limit } = search;
  const fits = matcherOf(search);
  const found: ReadChunk[] = [];
  let searched = 0;
  let next: string | undefined = search.after;
  do {
    const from = next === undefined ? { place: 0 } : { after: next };
    const page = await reader.page({ sourceId, from, limit: STEP });
    searched += page.chunks.length;
    found.push(...page.chunks.filter(fits));
    next = page.next;
    await nextTurn();
  } while (next !== undefined && found.length < limit && searched < LOOKED_AT);
  return { chunks: found, searched, next };
}

/**
 * Finds chunks by words and metadata. The first call for words asks the store's index of them, best first, if it has one; parts of words, and what the index
 * does not list, are found by looking at the chunks in their order.
 */
export async function searchContents(owner: ContentsOwner, search: ContentsSearch): Promise<Matches> {
  const { words, sourceId, after } = search;
  const asksIndex = owner.searchWords !== undefined && words !== '' && after === undefined && sourceId === undefined;
  const ids = asksIndex ? ((await owner.searchWords?.(words, INDEX_HITS)) ?? []) : [];
  if (ids.length === 0) return scan(owner.reader, search);
  const read = await Promise.all(ids.map((id) => owner.reader.find(id)));
  const fits = matcherOf({ ...search, words: '' });
  const chunks = read.filter((chunk) => chunk !== undefined).filter(fits);
  if (chunks.length === 0) return scan(owner.reader, search);
  return { chunks: chunks.slice(0, search.limit), searched: read.length, next: undefined };
}

type FacetValue = string | number | boolean;

/** Values of metadata by key; keys inside of objects with dots. */
function* factsOf(value: unknown, path = ''): Generator<readonly [string, FacetValue]> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) yield* factsOf(inner, path === '' ? key : `${path}.${key}`);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') yield [path, value];
}

export interface Facets {
  readonly facets: readonly {
    readonly key: string;
    readonly values: readonly { readonly value: FacetValue; readonly count: number }[];
  }[];
  readonly isSample: boolean;
}

/** Metadata that chunks have and that tells some of them from others. */
export async function readFacets(reader: ContentsReader, sourceId: string | undefined): Promise<Facets> {
  const counts = new Map<string, Map<FacetValue, number>>();
  const limit = FACET_CHUNKS / FACET_PLACES;
  const first = await reader.page({ sourceId, from: { place: 0 }, limit });
  const step = Math.max(limit, Math.floor(first.total / FACET_PLACES));
  for (let place = 0; place < first.total && place / step < FACET_PLACES; place += step) {
    const page = place === 0 ? first : await reader.page({ sourceId, from: { place }, limit });
    for (const { metadata } of page.chunks) {
      for (const [key, value] of factsOf(JSON.parse(metadata))) {
        const values = counts.get(key) ?? new Map<FacetValue, number>();
        counts.set(key, values.set(value, (values.get(value) ?? 0) + 1));
      }
    }
    await nextTurn();
  }
  const isUseful = ([key, values]: readonly [string, Map<FacetValue, number>]) =>
    key !== 'source' &&
    !key.startsWith('loc.lines') &&
    !key.startsWith('loc.offset') &&
    values.size <= FACET_VALUES &&
    isTelling(values, first.total);
  const facets = [...counts].filter(isUseful).slice(0, FACET_KEYS);
  return {
    facets: facets.map(([key, values]) => ({
      key,
      values: [...values].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count),
    })),
    isSample: first.total > FACET_CHUNKS,
  };
}

/** A long text, or what every chunk has, helps nobody to choose. */
function isTelling(values: ReadonlyMap<FacetValue, number>, total: number): boolean {
  if ([...values.keys()].some((value) => String(value).length > 60)) return false;
  return values.size > 1 || [...values.values()].some((count) => count < Math.min(total, FACET_CHUNKS));
}

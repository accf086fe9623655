import { setImmediate as nextTurn } from 'node:timers/promises';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { Metadata } from '../../core/document.ts';
import type { MetadataFilter } from '../../core/vector-store.ts';
import { metadataMatcher } from '../../stores/memory/match-metadata.ts';
import type { OpenContents } from './contents.ts';
import type { ContentsReader, ReadChunk } from './contents-reader.ts';

/** Chunks that one call looks at: some 150 ms of small steps. Whoever wants more goes on from there. */
const LOOKED_AT = 20_000;
/** Chunks of a step: a few ms. */
const STEP = 250;
/** Matches of the index of words that are listed: reading so many takes some 10 ms. */
const INDEX_HITS = 500;
/** What a place begins with: so many matches of the index were given, or none are left and the chunks are looked at. */
const AMONG_HITS = 'hits.';
const BEHIND_HITS = 'order.';
const NONE: ReadonlySet<string> = new Set();
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
  /** Chunks that were looked at; 0: the index gave these. */
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

/**
 * Looks at the chunks in their order, in small steps.
 * @param known ids of chunks that were given before
 */
async function scan(reader: ContentsReader, search: ContentsSearch, known: ReadonlySet<string>): Promise<Matches> {
  const { sourceId, limit } = search;
  const fits = matcherOf(search);
  const found: ReadChunk[] = [];
  let searched = 0;
  let next: string | undefined = search.after;
  do {
    const from = next === undefined ? { place: 0 } : { after: next };
    const page = await reader.page({ sourceId, from, limit: STEP });
    searched += page.chunks.length;
    found.push(...page.chunks.filter((chunk) => !known.has(chunk.id) && fits(chunk)));
    next = page.next;
    await nextTurn();
  } while (next !== undefined && found.length < limit && searched < LOOKED_AT);
  return { chunks: found, searched, next };
}

/** Looks at the chunks that the index of words has not given. */
async function scanBehindHits(
  contents: OpenContents,
  search: ContentsSearch,
  hits: readonly string[],
): Promise<Matches> {
  const { next, ...found } = await scan(contents.reader, search, new Set(hits));
  return { ...found, next: next === undefined ? undefined : BEHIND_HITS + next };
}

/** @param place how many matches of the index were given */
async function listHits(contents: OpenContents, search: ContentsSearch, place: number): Promise<Matches> {
  const end = place + search.limit;
  const hits = (await contents.searchWords?.(search, Math.min(INDEX_HITS, end + 1))) ?? [];
  const read = await Promise.all(hits.slice(place, end).map((id) => contents.reader.find(id)));
  if (read.length === 0) return scanBehindHits(contents, { ...search, after: undefined }, hits);
  const chunks = read.filter((chunk) => chunk !== undefined);
  return { chunks, searched: 0, next: hits.length > end ? `${AMONG_HITS}${end}` : BEHIND_HITS };
}

/**
 * Finds chunks by words and metadata. The store's index of words is searched first, best first, if it has one; parts of words, and what the index
 * does not list, are then found by looking at the chunks in their order.
 * @throws UserError INVALID_INPUT for a place that is none
 */
export async function searchContents(contents: OpenContents, search: ContentsSearch): Promise<Matches> {
  const { words, sourceId, after = `${AMONG_HITS}0` } = search;
  if (contents.searchWords === undefined || words === '' || sourceId !== undefined) {
    return scan(contents.reader, search, NONE);
  }
  if (after.startsWith(AMONG_HITS)) return listHits(contents, search, placeOf(after));
  const rest = after.startsWith(BEHIND_HITS) ? after.slice(BEHIND_HITS.length) : after;
  const hits = await contents.searchWords(search, INDEX_HITS);
  return scanBehindHits(contents, { ...search, after: rest === '' ? undefined : rest }, hits);
}

function placeOf(after: string): number {
  const place = Number(after.slice(AMONG_HITS.length));
  if (Number.isSafeInteger(place) && place >= 0) return place;
  throw new UserError('INVALID_INPUT', 'after is no place of this search: take it from another answer.');
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

/** Metadata that distinguishes some chunks from others. */
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

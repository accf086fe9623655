import { UserError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { StoredChunk, VectorStore } from '../../core/vector-store.ts';
import type { ChunkPageQuery, ContentsReader, ReadChunk, ReadSource, SampledChunks } from './contents-reader.ts';
import { isTaken, shareOut } from './share-out.ts';

/** Chunks of a store elsewhere that are listed at most: it gives them in an order of its own, so all are to be read first. */
const LISTED = 20_000;
/** Chunks that are asked for at a time. */
const PAGE = 500;
/** As long as nothing is changed here, the list is read again after so long. */
const FRESH_MS = 30_000;
/** Lists that are kept in memory (100 bytes a chunk). */
const KEPT = 4;

/** What is kept of a chunk: its text stays in the store. */
interface ListedChunk {
  readonly id: string;
  readonly source: string;
  readonly chunkNo: number;
}

interface Listing {
  readonly atMs: number;
  readonly isPartial: boolean;
  readonly sources: readonly ReadSource[];
  /** By source, in the order of the names, then of their numbers. */
  readonly chunks: readonly ListedChunk[];
}

/** Lists of stores elsewhere, by collection. */
export type OutsideListings = Map<string, Listing>;

function sourceOf({ metadata }: StoredChunk): string {
  return typeof metadata.source === 'string' ? metadata.source : String(metadata.source ?? '');
}

async function readListing(store: VectorStore, nowMs: number, signal: AbortSignal): Promise<Listing> {
  const chunks: ListedChunk[] = [];
  const sizes = new Map<string, { chunks: number; sizeBytes: number }>();
  let after: string | undefined;
  do {
    const page = await store.browse?.listChunks({ after, limit: PAGE }, signal);
    for (const chunk of page?.chunks ?? []) {
      const source = sourceOf(chunk);
      chunks.push({ id: chunk.id, source, chunkNo: chunk.chunkNo });
      const size = sizes.get(source) ?? { chunks: 0, sizeBytes: 0 };
      size.chunks += 1;
      size.sizeBytes += Buffer.byteLength(chunk.content);
      sizes.set(source, size);
    }
    after = page?.next;
  } while (after !== undefined && chunks.length < LISTED);
  chunks.sort((a, b) => compare(a.source, b.source) || a.chunkNo - b.chunkNo || compare(a.id, b.id));
  const sources = [...sizes].map(([name, size]) => ({
    id: Buffer.from(name).toString('base64url'),
    name,
    ...size,
    changedMs: 0,
    loaderSeq: undefined,
  }));
  return { atMs: nowMs, isPartial: after !== undefined, sources, chunks };
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function placeIn({ from }: ChunkPageQuery, limit: number): number {
  if ('place' in from) return from.place;
  const place = Number('after' in from ? from.after : from.before);
  if (!Number.isSafeInteger(place)) {
    throw new UserError('INVALID_INPUT', 'after or before is no place of this list: take it from another answer.');
  }
  return 'after' in from ? place : Math.max(0, place - limit);
}

function sampleOf({ sources, chunks }: Listing, limit: number): SampledChunks {
  const shares = shareOut(
    sources.map((source) => source.chunks),
    limit,
  );
  const taken = sources.map(() => 0);
  const numbers = new Map(sources.map(({ name }, number) => [name, number] as const));
  const kept = chunks.flatMap(({ id, source: name }) => {
    const source = numbers.get(name) ?? 0;
    const place = taken[source] ?? 0;
    taken[source] = place + 1;
    return isTaken(place, shares[source] ?? 0, sources[source]?.chunks ?? 0) ? [{ id, source }] : [];
  });
  return { total: chunks.length, sources, chunks: kept };
}

/** Reads a store elsewhere that can list its chunks. @param listings kept between calls; whoever changes the store deletes its list */
export function createOutsideReader(
  store: VectorStore,
  listings: OutsideListings,
  clock: () => number,
  signal: AbortSignal,
): ContentsReader {
  async function listing(): Promise<Listing> {
    const known = listings.get(store.collection);
    if (known !== undefined && clock() - known.atMs < FRESH_MS) return known;
    const read = await readListing(store, clock(), signal);
    listings.delete(store.collection);
    listings.set(store.collection, read);
    for (const name of [...listings.keys()].slice(0, -KEPT)) listings.delete(name);
    return read;
  }

  async function readAll(listed: readonly ListedChunk[], place: number, isOne: boolean): Promise<ReadChunk[]> {
    const chunks = new Map(
      (
        await store.getByIds(
          listed.map(({ id }) => id),
          signal,
        )
      ).map((chunk) => [chunk.id, chunk]),
    );
    return listed.flatMap(({ id, source }, index) => {
      const chunk = chunks.get(id);
      if (chunk === undefined) return [];
      const sourceId = Buffer.from(source).toString('base64url');
      const { content, chunkNo } = chunk;
      const at = isOne ? place + index : undefined;
      return [
        { id, sourceId, sourceName: source, place: at, chunkNo, content, metadata: canonicalJson(chunk.metadata) },
      ];
    });
  }

  return {
    async totals() {
      const { sources, chunks } = await listing();
      const sizeBytes = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
      return { sources: sources.length, chunks: chunks.length, sizeBytes, changedMs: 0 };
    },
    isPartial: async () => (await listing()).isPartial,
    async listSources({ search, order, isDescending, offset, limit }) {
      const words = search.toLowerCase();
      const found = (await listing()).sources.filter(({ name }) => name.toLowerCase().includes(words));
      const keys = { name: 'name', chunks: 'chunks', size: 'sizeBytes', changed: 'changedMs' } as const;
      const key = keys[order];
      const sorted = found.sort((a, b) => compare(a[key], b[key]) || compare(a.name, b.name));
      if (isDescending) sorted.reverse();
      return { sources: sorted.slice(offset, offset + limit), total: found.length };
    },
    findSource: async (id) => (await listing()).sources.find((source) => source.id === id),
    async page(query) {
      const { chunks } = await listing();
      const { sourceId, limit } = query;
      const name = sourceId === undefined ? undefined : Buffer.from(sourceId, 'base64url').toString();
      const listed = name === undefined ? chunks : chunks.filter(({ source }) => source === name);
      const place = placeIn(query, limit);
      const end = Math.min(listed.length, place + limit);
      return {
        chunks: await readAll(listed.slice(place, end), place, name !== undefined),
        total: listed.length,
        next: end < listed.length ? String(end) : undefined,
        previous: place > 0 ? String(place) : undefined,
      };
    },
    sample: async (limit) => sampleOf(await listing(), limit),
    async find(chunkId) {
      const { chunks } = await listing();
      const listed = chunks.find(({ id }) => id === chunkId);
      if (listed === undefined) return undefined;
      const [chunk] = await readAll([listed], 0, false);
      const place = chunks.filter(({ source }) => source === listed.source).indexOf(listed);
      return chunk === undefined ? undefined : { ...chunk, place };
    },
  };
}

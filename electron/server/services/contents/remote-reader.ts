import { UserError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { StoredChunk, VectorStore } from '../../core/vector-store.ts';
import type { ChunkPageQuery, ContentsReader, ReadChunk, ReadSource, SampledChunks } from './contents-reader.ts';
import { isTaken, shareOut } from './share-out.ts';

/** Chunks of a remote store that are listed at most: it gives them in an order of its own, so all are to be read first. */
const LISTED = 20_000;
/** Chunks that are read at a time. */
const PAGE = 500;
/** As long as nothing is written from here, the list is read again after so long. */
const FRESH_MS = 30_000;
/** Lists in memory (100 bytes a chunk). */
const CACHED = 4;

/** What is cached of a chunk: its text stays in the store. */
interface ListedChunk {
  readonly id: string;
  readonly source: string;
  readonly chunkNo: number;
}

interface Listing {
  readonly atMs: number;
  /** In the store; more than there are `chunks`, if it has too many to list. */
  readonly storedChunks: number;
  readonly sources: readonly ReadSource[];
  /** By source, in the order of the names, then of their numbers. */
  readonly chunks: readonly ListedChunk[];
}

/** Lists of remote stores, by collection. */
export type RemoteListings = Map<string, Listing>;

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
  const isPartial = after !== undefined;
  // What was stored meanwhile may make its count the smaller one.
  const storedChunks = isPartial ? Math.max(chunks.length + 1, await store.count(signal)) : chunks.length;
  return { atMs: nowMs, storedChunks, sources, chunks };
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The places of a page: from the first to the one behind its last. */
function spanOf({ from, limit }: ChunkPageQuery, total: number): readonly [from: number, to: number] {
  const place = Number('place' in from ? from.place : 'after' in from ? from.after : from.before);
  if (!Number.isSafeInteger(place)) {
    throw new UserError('INVALID_INPUT', 'after or before is no place of this list: take it from another answer.');
  }
  if ('before' in from) return [Math.max(0, place - limit), Math.min(total, place)];
  return [place, Math.min(total, place + limit)];
}

function sampleOf({ sources, chunks }: Listing, limit: number): SampledChunks {
  const shares = shareOut(
    sources.map((source) => source.chunks),
    limit,
  );
  const taken = sources.map(() => 0);
  const numbers = new Map(sources.map(({ name }, number) => [name, number] as const));
  const listed = chunks.flatMap(({ id, source: name }) => {
    const source = numbers.get(name) ?? 0;
    const place = taken[source] ?? 0;
    taken[source] = place + 1;
    return isTaken(place, shares[source] ?? 0, sources[source]?.chunks ?? 0) ? [{ id, source }] : [];
  });
  return { total: chunks.length, sources, chunks: listed };
}

/** Reads a remote store that can list its chunks: the first 20,000 that it gives. @param listings shared between calls; whoever changes the store deletes its list */
export function createRemoteReader(
  store: VectorStore,
  listings: RemoteListings,
  clock: () => number,
  signal: AbortSignal,
): ContentsReader {
  async function listing(): Promise<Listing> {
    const known = listings.get(store.collection);
    if (known !== undefined && clock() - known.atMs < FRESH_MS) return known;
    const read = await readListing(store, clock(), signal);
    listings.delete(store.collection);
    listings.set(store.collection, read);
    for (const name of [...listings.keys()].slice(0, -CACHED)) listings.delete(name);
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
    storedChunks: async () => (await listing()).storedChunks,
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
      const { sourceId } = query;
      const name = sourceId === undefined ? undefined : Buffer.from(sourceId, 'base64url').toString();
      const listed = name === undefined ? chunks : chunks.filter(({ source }) => source === name);
      const [place, end] = spanOf(query, listed.length);
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

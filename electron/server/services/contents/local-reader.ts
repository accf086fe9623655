import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import { uuidBytes, uuidText } from '../../common/uuid.ts';
import type {
  ContentPlace,
  ContentRepository,
  ContentScope,
  ContentSourceRow,
} from '../../storage/repositories/content-repository.ts';
import type {
  ChunkPageQuery,
  ContentsReader,
  ReadChunk,
  ReadPage,
  ReadSource,
  SampledChunks,
} from './contents-reader.ts';
import { isTaken, shareOut } from './share-out.ts';

/** Places that are looked at in one step of a sample: some ms. */
const SAMPLE_STEP = 2000;

const CursorSchema = z
  .string()
  .regex(/^\d{1,15}\.\d{1,15}\.\d{1,15}$/)
  .transform((text): ContentPlace => {
    const [sourceId = 0, chunkNo = 0, chunkId = 0] = text.split('.').map(Number);
    return { sourceId, chunkNo, chunkId };
  });

const SourceNameSchema = z.looseObject({ source: z.unknown() });

/** The name that chunks of a collection are listed under. @param metadata JSON */
export function nameOfSource(metadata: string): string {
  const { source } = SourceNameSchema.parse(JSON.parse(metadata));
  return typeof source === 'string' ? source : String(source ?? '');
}

function readCursor(text: string): ContentPlace {
  const cursor = CursorSchema.safeParse(text);
  if (cursor.success) return cursor.data;
  throw new UserError('INVALID_INPUT', 'after or before is no place of this list: take it from another answer.');
}

function cursorOf({ sourceId, chunkNo, chunkId }: ContentPlace): string {
  return `${sourceId}.${chunkNo}.${chunkId}`;
}

interface Slice {
  readonly places: readonly ContentPlace[];
  /** Of the first, in its source, if it is known. */
  readonly first: number | undefined;
}

/** Chunks of all sources, one source after the other in the order of their names. */
class SourceWalk {
  readonly #repository: ContentRepository;
  readonly #sources: readonly Pick<ContentSourceRow, 'id' | 'chunks'>[];

  constructor(repository: ContentRepository, sources: readonly Pick<ContentSourceRow, 'id' | 'chunks'>[]) {
    this.#repository = repository;
    this.#sources = sources;
  }

  get total(): number {
    return this.#sources.reduce((sum, { chunks }) => sum + chunks, 0);
  }

  at(place: number, limit: number): Slice {
    let rest = place;
    const index = this.#sources.findIndex(({ chunks }) => {
      if (rest < chunks) return true;
      rest -= chunks;
      return false;
    });
    const source = this.#sources[index];
    if (source === undefined) return { places: [], first: undefined };
    const start = this.#repository.fromPlace(source.id, source.chunks, rest, limit);
    return { places: this.#goOn(start, index + 1, limit), first: rest };
  }

  after(cursor: ContentPlace, limit: number): Slice {
    const index = this.#sources.findIndex(({ id }) => id === cursor.sourceId);
    const start = this.#repository.after(cursor, limit);
    return { places: this.#goOn(start, index + 1, limit), first: undefined };
  }

  before(cursor: ContentPlace, limit: number): Slice {
    let index = this.#sources.findIndex(({ id }) => id === cursor.sourceId);
    let places = this.#repository.before(cursor, limit);
    while (places.length < limit && index > 0) {
      index -= 1;
      const source = this.#sources[index];
      const missing = limit - places.length;
      if (source === undefined) break;
      const from = Math.max(0, source.chunks - missing);
      places = [...this.#repository.fromPlace(source.id, source.chunks, from, missing), ...places];
    }
    return { places, first: undefined };
  }

  #goOn(start: readonly ContentPlace[], from: number, limit: number): ContentPlace[] {
    const places = [...start];
    for (const source of this.#sources.slice(from)) {
      if (places.length >= limit) break;
      places.push(...this.#repository.fromPlace(source.id, source.chunks, 0, limit - places.length));
    }
    return places;
  }
}

function toSource({ place, ...row }: ContentSourceRow, isLoader: boolean): ReadSource {
  return { ...row, id: String(row.id), loaderSeq: isLoader ? place : undefined };
}

/** Reads collections and document stores of this server's database. */
class LocalReader implements ContentsReader {
  readonly #repository: ContentRepository;
  readonly #scopes: readonly ContentScope[];
  readonly #kind: ContentScope['kind'];

  constructor(repository: ContentRepository, scopes: readonly ContentScope[]) {
    this.#repository = repository;
    this.#scopes = scopes;
    this.#kind = scopes[0]?.kind ?? 'collection';
  }

  totals = async () => this.#repository.totals(this.#scopes);

  storedChunks = async () => (await this.totals()).chunks;

  listSources: ContentsReader['listSources'] = async (query) => {
    const { rows, total } = this.#repository.listSources(this.#scopes, query);
    return { sources: rows.map((row) => toSource(row, this.#kind === 'loader')), total };
  };

  findSource: ContentsReader['findSource'] = async (id) => {
    const row = this.#repository.findSource(this.#scopes, Number(id));
    return row === undefined ? undefined : toSource(row, this.#kind === 'loader');
  };

  page = async (query: ChunkPageQuery): Promise<ReadPage> => {
    const walk = this.#walk(query.sourceId);
    const found = sliceOf(walk, query);
    const [first, last] = [found.places[0], found.places.at(-1)];
    const isEnd = last === undefined || walk.after(last, 1).places.length === 0;
    const isStart = first === undefined || walk.before(first, 1).places.length === 0;
    return {
      chunks: this.#readAll(found),
      total: walk.total,
      next: isEnd ? undefined : cursorOf(last),
      previous: isStart ? undefined : cursorOf(first),
    };
  };

  find = async (chunkId: string): Promise<ReadChunk | undefined> => {
    const id = uuidBytes(chunkId);
    for (const scope of id === undefined ? [] : this.#scopes) {
      const row = id === undefined ? undefined : this.#repository.find(scope, id);
      const source = row === undefined ? undefined : this.#sourceOf(scope, row.metadata, row.id);
      if (row === undefined || source === undefined) continue;
      const { chunkNo, content, metadata } = row;
      const place = this.#repository.countBefore({ sourceId: source.id, chunkNo, chunkId: row.row });
      const listed = { sourceId: String(source.id), sourceName: source.name, place };
      return { id: chunkId, ...listed, chunkNo, content, metadata };
    }
    return undefined;
  };

  sample = async (limit: number, signal: AbortSignal): Promise<SampledChunks> => {
    const all = this.#repository.sourceOrder(this.#scopes);
    const shares = shareOut(
      all.map(({ chunks }) => chunks),
      limit,
    );
    const sources: { name: string; chunks: number }[] = [];
    const chunks: { id: string; source: number }[] = [];
    for (const [index, { id, chunks: count }] of all.entries()) {
      const rows = await this.#take(id, shares[index] ?? 0, count, signal);
      if (rows.length === 0) continue;
      const ids = this.#repository.idsOf(this.#kind, rows).map(uuidText);
      chunks.push(...ids.map((chunkId) => ({ id: chunkId, source: sources.length })));
      sources.push({ name: this.#repository.findSource(this.#scopes, id)?.name ?? '', chunks: count });
    }
    return { total: all.reduce((sum, source) => sum + source.chunks, 0), sources, chunks };
  };

  /** Rows of chunks of a source, evenly spread. */
  async #take(sourceId: number, share: number, count: number, signal: AbortSignal): Promise<number[]> {
    const rows: number[] = [];
    if (share === 0) return rows;
    let last: ContentPlace | undefined = { sourceId, chunkNo: -1, chunkId: -1 };
    for (let place = 0; last !== undefined; ) {
      const step: ContentPlace[] = this.#repository.after(last, SAMPLE_STEP);
      for (const { chunkId } of step) {
        if (isTaken(place, share, count)) rows.push(chunkId);
        place += 1;
      }
      last = step.length < SAMPLE_STEP ? undefined : step.at(-1);
      await nextTurn(undefined, { signal });
    }
    return rows;
  }

  #walk(sourceId: string | undefined): SourceWalk {
    if (sourceId === undefined) return new SourceWalk(this.#repository, this.#repository.sourceOrder(this.#scopes));
    const source = this.#repository.findSource(this.#scopes, Number(sourceId));
    return new SourceWalk(this.#repository, source === undefined ? [] : [source]);
  }

  /** The chunks of places; each knows its place if the first one's is known. */
  #readAll({ places, first }: Slice): ReadChunk[] {
    const read = this.#repository.read(
      this.#kind,
      places.map(({ chunkId }) => chunkId),
    );
    const rows = new Map(read.map((row) => [row.row, row] as const));
    const names = new Map<number, string>();
    let [last, place] = [places[0]?.sourceId, first];
    return places.flatMap(({ sourceId, chunkId }) => {
      if (!names.has(sourceId)) names.set(sourceId, this.#repository.findSource(this.#scopes, sourceId)?.name ?? '');
      if (last !== sourceId && place !== undefined) place = 0;
      last = sourceId;
      const mine = place;
      if (place !== undefined) place += 1;
      const row = rows.get(chunkId);
      if (row === undefined) return [];
      const listed = { sourceId: String(sourceId), sourceName: names.get(sourceId) ?? '', place: mine };
      const { content, metadata, chunkNo } = row;
      return [{ id: uuidText(row.id), ...listed, chunkNo, content, metadata }];
    });
  }

  /** The source of a chunk as it is listed. */
  #sourceOf(scope: ContentScope, metadata: string, chunkId: Buffer): ContentSourceRow | undefined {
    const name = scope.kind === 'loader' ? (this.#repository.storedSource(chunkId) ?? '') : nameOfSource(metadata);
    return this.#repository.sourcesNamed([scope], name)[0];
  }
}

function sliceOf(walk: SourceWalk, { from, limit }: ChunkPageQuery): Slice {
  if ('after' in from) return walk.after(readCursor(from.after), limit);
  if ('before' in from) return walk.before(readCursor(from.before), limit);
  return walk.at(from.place, limit);
}

/** @param scopes all of one kind; of the owner as it is now */
export function createLocalReader(repository: ContentRepository, scopes: readonly ContentScope[]): ContentsReader {
  return new LocalReader(repository, scopes);
}

import type { ContentMap, MapAnswer, MapChunk } from '../../../../shared/api/content-map.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { uuidText } from '../../common/uuid.ts';
import type { StoredChunk } from '../../core/vector-store.ts';
import { checkModel, openModel } from '../../pipeline/compile/open-nodes.ts';
import { toUnitVector } from '../../stores/local/search/vector-math.ts';
import type { ContentsCall, ContentsDeps } from '../contents/contents.ts';
import type { Library } from '../libraries/library.ts';
import { createMapDrawings, type DrawnMap, type OpenCollection, withCollection } from './map-drawings.ts';
import { placeRow } from './projection/place-row.ts';
import type { Projection } from './projection/project-rows.ts';

/** Decimals of a coordinate: finer than a pixel of any screen. */
const PRECISION = 10_000;

function round(value: number): number {
  return Math.round(value * PRECISION) / PRECISION;
}

function describeMap({ sample, projection }: DrawnMap, isCurrent: boolean): ContentMap {
  const { total, isPartial, sources, ids, sourceOf } = sample;
  const numbers = [...(projection?.points ?? [])].map(round);
  return {
    state: 'READY',
    isCurrent,
    isPartial,
    chunks: total,
    sources: sources.map(({ name, chunks }) => ({ name, chunks })),
    method: projection?.method ?? 'PCA',
    points: {
      ids: [...ids],
      sources: [...sourceOf],
      x: numbers.filter((_, index) => index % 2 === 0),
      y: numbers.filter((_, index) => index % 2 === 1),
    },
  };
}

/** The id of a chunk in the contents: that of the chunk of the table which it was made from, if that is still the same. */
function contentsIdOf({ table }: Library, { id, chunkNo, content, metadata }: StoredChunk): string | null {
  if (table === undefined) return id;
  const row = typeof metadata.docId === 'string' ? table.at(metadata.docId, chunkNo) : undefined;
  return row?.content === content ? uuidText(row.id) : null;
}

function describeChunk({ library }: OpenCollection, chunk: StoredChunk): MapChunk {
  const { id, chunkNo, content, metadata } = chunk;
  const source = typeof metadata.source === 'string' ? metadata.source : String(metadata.source ?? '');
  return { id, source, chunkNo, pageContent: content, contentsId: contentsIdOf(library, chunk) };
}

/** Places a vector of a chunk or a question; undefined for one that can't be compared. */
function placeVector(projection: Projection, vector: Float32Array | undefined) {
  const row = vector?.length === projection.principal.mean.length ? toUnitVector(vector) : undefined;
  if (row === undefined) return undefined;
  const { x, y } = placeRow(projection, row);
  return { x: round(x), y: round(y) };
}

function pointAt({ points }: Projection, index: number) {
  return { x: round(points[index * 2] ?? 0), y: round(points[index * 2 + 1] ?? 0) };
}

interface PlacedMap extends Pick<DrawnMap, 'sample'> {
  readonly projection: Projection;
}

/** Pictures of collections: chunks in a plane, near each other when their meaning is, and questions among them. */
export function createMapService(deps: ContentsDeps) {
  const drawings = createMapDrawings(deps);
  const open = <T>(call: ContentsCall, work: (collection: OpenCollection) => Promise<T>) =>
    withCollection(deps, call, work);

  async function query(
    call: ContentsCall,
    collection: OpenCollection,
    { projection, sample }: PlacedMap,
    given: MapQuestion,
  ) {
    const { signal } = call;
    const { store } = collection;
    const plan = collection.library.plan('query', collection.nodeId);
    const model = await openModel(plan, deps.engine.embeddingPool, signal, () => undefined);
    await checkModel(store, model, plan.store.id, signal);
    const vector = await model.embedQuery(given.question, signal);
    const hits = await store.query({ vector, topK: given.topK, filter: undefined }, signal);
    const ids = hits.map(({ id }) => id);
    const vectors = await store.browse?.vectorsOf(ids, signal);
    const drawnAt = new Map(sample.ids.map((id, index) => [id, index] as const));
    const chunks = hits.flatMap(({ id, pageContent, score, metadata, chunkNo }) => {
      const index = drawnAt.get(id);
      const at = index === undefined ? placeVector(projection, vectors?.get(id)) : pointAt(projection, index);
      const chunk = { id, content: pageContent, metadata, chunkNo };
      return at === undefined ? [] : [{ ...describeChunk(collection, chunk), score, ...at }];
    });
    return { ...(placeVector(projection, vector) ?? { x: 0, y: 0 }), chunks };
  }

  return {
    /** The map, or how far the work on it is. */
    map: (call: ContentsCall, isFresh: boolean): Promise<ContentMap> =>
      open(call, async (collection) => {
        const found = await drawings.request(call, collection, isFresh);
        return 'map' in found ? describeMap(found.map, found.isCurrent) : { state: 'DRAWING', ...found };
      }),

    /** Texts of chunks of the map, of those that are still there. */
    chunks: (call: ContentsCall, ids: readonly string[]): Promise<MapChunk[]> =>
      open(call, async (collection) => {
        const found = new Map(
          (await collection.store.getByIds(ids, call.signal)).map((chunk) => [chunk.id, chunk] as const),
        );
        return ids.flatMap((id) => {
          const chunk = found.get(id);
          return chunk === undefined ? [] : [describeChunk(collection, chunk)];
        });
      }),

    /**
     * Places a question among the chunks, with the chunks that answer it best by meaning.
     * @throws UserError INVALID_INPUT before the map is drawn; EMBEDDING_MISMATCH; what the model says
     */
    query: (call: ContentsCall, given: MapQuestion): Promise<MapAnswer> =>
      open(call, async (collection) => {
        const { projection, sample } = drawings.find(call) ?? {};
        if (projection !== undefined && sample !== undefined)
          return query(call, collection, { projection, sample }, given);
        throw new UserError('INVALID_INPUT', 'There is no map to place the question in: ask for the map first.');
      }),

    close: drawings.close,
  };
}

export interface MapQuestion {
  readonly question: string;
  readonly topK: number;
}

export type MapService = ReturnType<typeof createMapService>;

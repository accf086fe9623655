import { z } from 'zod';
import { FakeQdrantError, fitsFilter } from './fake-qdrant-filter.ts';

interface Point {
  readonly id: string | number;
  readonly vector: readonly number[];
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface FakeCollection {
  readonly config: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly distance: string;
  readonly points: Map<string | number, Point>;
}

const pointId = z.union([z.uuid(), z.number().int().nonnegative()]);
const filterSchema = z.record(z.string(), z.unknown()).nullish();
export const createSchema = z
  .object({
    vectors: z
      .object({ size: z.number().int().positive(), distance: z.enum(['Cosine', 'Euclid', 'Dot', 'Manhattan']) })
      .loose(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .loose();
const upsertSchema = z.object({
  points: z.array(
    z
      .object({ id: pointId, vector: z.array(z.number()), payload: z.record(z.string(), z.unknown()).nullish() })
      .strict(),
  ),
});
const deleteSchema = z.union([
  z.object({ points: z.array(pointId) }),
  z.object({ filter: z.record(z.string(), z.unknown()) }),
]);
const retrieveSchema = z.object({
  ids: z.array(pointId),
  with_payload: z.boolean().optional(),
  with_vector: z.boolean().optional(),
});
const scrollSchema = z.object({
  limit: z.number().int().positive().default(10),
  offset: pointId.nullish(),
  with_payload: z.boolean().default(true),
});
const countSchema = z.object({ filter: filterSchema, exact: z.boolean().optional() });
const indexSchema = z.object({ field_name: z.string(), field_schema: z.string() });
const querySchema = z.object({
  query: z.array(z.number()),
  limit: z.number().int().positive().default(10),
  with_payload: z.boolean().default(false),
  filter: filterSchema,
});

/** @throws FakeQdrantError 400 */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new FakeQdrantError(400, `Format error in JSON body: ${result.error.issues[0]?.message ?? 'unknown'}`);
}

function normalized(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Points keep float32. */
function stored(vector: readonly number[], distance: string): readonly number[] {
  return [...new Float32Array(distance === 'Cosine' ? normalized(vector) : vector)];
}

function scoreOf(a: readonly number[], b: readonly number[], distance: string): number {
  let dot = 0;
  let squares = 0;
  let steps = 0;
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    dot += value * other;
    squares += (value - other) ** 2;
    steps += Math.abs(value - other);
  }
  if (distance === 'Euclid') return Math.sqrt(squares);
  return distance === 'Manhattan' ? steps : dot;
}

function checkLength(vector: readonly number[], { size }: FakeCollection): void {
  if (vector.length === size) return;
  throw new FakeQdrantError(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${vector.length}`);
}

function upsertPoints(collection: FakeCollection, body: unknown): unknown {
  const { points } = parse(upsertSchema, body);
  for (const { vector } of points) checkLength(vector, collection);
  for (const { id, vector, payload } of points) {
    collection.points.set(id, { id, vector: stored(vector, collection.distance), payload: payload ?? {} });
  }
  return { operation_id: 1, status: 'completed' };
}

function deletePoints({ points }: FakeCollection, body: unknown): unknown {
  const selector = parse(deleteSchema, body);
  if ('points' in selector) for (const id of selector.points) points.delete(id);
  else for (const point of points.values()) if (fitsFilter(selector.filter, point)) points.delete(point.id);
  return { operation_id: 1, status: 'completed' };
}

function queryPoints(collection: FakeCollection, body: unknown): unknown {
  const { query, limit, with_payload: withPayload, filter } = parse(querySchema, body);
  checkLength(query, collection);
  const question = stored(query, collection.distance);
  const isDistance = collection.distance === 'Euclid' || collection.distance === 'Manhattan';
  const hits = [...collection.points.values()]
    .filter((point) => fitsFilter(filter ?? {}, point))
    .map(({ id, vector, payload }) => ({
      id,
      version: 1,
      score: scoreOf(question, vector, collection.distance),
      ...(withPayload ? { payload } : {}),
    }))
    .sort((a, b) => (isDistance ? a.score - b.score : b.score - a.score));
  return { points: hits.slice(0, limit) };
}

function retrieve({ points }: FakeCollection, body: unknown): unknown {
  const { ids, with_payload: withPayload = true, with_vector: withVector = false } = parse(retrieveSchema, body);
  const found = ids.map((id) => points.get(id)).filter((point) => point !== undefined);
  return found.map(({ id, payload, vector }) => ({
    id,
    ...(withPayload ? { payload } : {}),
    vector: withVector ? vector : null,
  }));
}

/** Sorted by id: numbers come before texts. */
function scroll({ points }: FakeCollection, body: unknown): unknown {
  const { limit, offset, with_payload: withPayload } = parse(scrollSchema, body);
  const order = (id: string | number) => (typeof id === 'number' ? `0${String(id).padStart(20, '0')}` : `1${id}`);
  const from = offset === null || offset === undefined ? '' : order(offset);
  const rest = [...points.values()]
    .filter(({ id }) => order(id) >= from)
    .sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1));
  return {
    points: rest.slice(0, limit).map(({ id, payload }) => ({ id, ...(withPayload ? { payload } : {}) })),
    next_page_offset: rest[limit]?.id ?? null,
  };
}

function describeCollection({ config, points }: FakeCollection): unknown {
  const { vectors, metadata, ...params } = config;
  return {
    status: 'green',
    optimizer_status: 'ok',
    points_count: points.size,
    segments_count: 1,
    config: {
      params: { ...params, vectors },
      hnsw_config: {},
      optimizer_config: {},
      ...(metadata ? { metadata } : {}),
    },
    payload_schema: {},
  };
}

type Handler = (collection: FakeCollection, body: unknown) => unknown;

/** By method and the path after the collection's name. */
export const ON_COLLECTION: Readonly<Record<string, Handler>> = {
  'GET ': describeCollection,
  'PUT /points': upsertPoints,
  'POST /points': retrieve,
  'POST /points/delete': deletePoints,
  'POST /points/scroll': scroll,
  'POST /points/query': queryPoints,
  'POST /points/count': ({ points }, body) => {
    const { filter } = parse(countSchema, body);
    return { count: [...points.values()].filter((point) => fitsFilter(filter ?? {}, point)).length };
  },
  'PUT /index': (_collection, body) => {
    parse(indexSchema, body);
    return { operation_id: 1, status: 'completed' };
  },
};

import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { Metadata } from '../../core/document.ts';
import type { EmbeddedChunk, MetadataFilter, ModelIdentity } from '../../core/vector-store.ts';
import { refusedStatus } from '../../http/service-errors.ts';
import { cutIntoBatches, type StoreService } from '../store-service.ts';
import { createQdrantConnection, type QdrantConnection, type QdrantWork } from './qdrant-client.ts';

/** How Qdrant compares vectors; others than these three are only in collections that another program made. */
export type QdrantDistance = 'Cosine' | 'Euclid' | 'Dot' | 'Manhattan';

export interface FoundQdrantCollection {
  readonly dimensions: number;
  readonly distance: QdrantDistance;
  /** The model's id, as written when we made it; undefined if another program made it, or a server that keeps no such notes (before Qdrant 1.16). */
  readonly modelId: string | undefined;
}

interface QdrantCollectionSettings {
  readonly collection: string;
  readonly distance: QdrantDistance;
  /** More of Qdrant's settings for a new collection. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly metadataKey: string;
}

const MODEL_KEY = 'tributary_model';

function severalVectors(collection: string): UserError {
  return new UserError(
    'INVALID_PARAM',
    `The collection ${collection} has named vectors: choose one with a single vector for each point, or a new name.`,
    { details: { param: 'qdrantCollection' } },
  );
}

/**
 * The collection of that name; undefined if there is none.
 * @throws UserError INVALID_PARAM when its points have several vectors
 */
async function findQdrantCollection(
  connection: QdrantConnection,
  collection: string,
  signal: AbortSignal,
  retry = true,
): Promise<FoundQdrantCollection | undefined> {
  try {
    const { config } = await connection.call(
      (api, init) => api.getCollection({ collection_name: collection }, init),
      signal,
      retry,
    );
    const { vectors } = config.params;
    const modelId = config.metadata?.[MODEL_KEY];
    if (typeof vectors?.size !== 'number' || typeof vectors.distance !== 'string') throw severalVectors(collection);
    return {
      dimensions: vectors.size,
      distance: vectors.distance,
      modelId: typeof modelId === 'string' ? modelId : undefined,
    };
  } catch (error) {
    if (refusedStatus(error) !== 404) throw error;
    return undefined;
  }
}

type Filter = Schemas['Filter'];
type Condition = Schemas['Condition'];
type Scalar = string | number | boolean | null;

const filterSchema = z.custom<Filter>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** A key in the words of Qdrant's paths, which know no escapes: only a name with a quotation mark can't be written. */
function quoted(name: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return name;
  if (!name.includes('"')) return `"${name}"`;
  throw new UserError('INVALID_INPUT', `Qdrant can't look for the key ${name}: use one without a quotation mark.`);
}

/** The path of a payload's key, or of a key within it. */
export function qdrantPath(names: readonly string[]): string {
  return names.map(quoted).join('.');
}

function isWhole(value: Scalar): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** One condition for each kind of value: Qdrant matches lists of texts and of whole numbers, and all other numbers only as ranges. */
function conditionsOn(key: string, choices: readonly Scalar[]): readonly Condition[] {
  const texts = choices.filter((choice) => typeof choice === 'string');
  const whole = choices.filter(isWhole);
  const conditions: Condition[] = [];
  if (texts.length > 0) conditions.push({ key, match: { any: texts } });
  if (whole.length > 0) conditions.push({ key, match: { any: whole } });
  for (const choice of choices) {
    if (choice === null) conditions.push({ is_null: { key } });
    else if (typeof choice === 'boolean') conditions.push({ key, match: { value: choice } });
    else if (typeof choice === 'number' && !isWhole(choice))
      conditions.push({ key, range: { gte: choice, lte: choice } });
  }
  return conditions;
}

/**
 * A filter in Qdrant's words; `nothing` if no chunk can fit it, undefined if every chunk does. A key with dots is a path, or the name of a key that
 * has dots.
 * @param metadataKey the payload's key that holds the metadata
 * @throws UserError INVALID_INPUT for a key that can't be written
 */
export function toQdrantFilter(
  filter: MetadataFilter | undefined,
  metadataKey: string,
): Filter | 'nothing' | undefined {
  const must: Condition[] = [];
  for (const [key, value] of Object.entries(filter ?? {})) {
    const choices = value === null || typeof value !== 'object' ? [value] : value;
    if (choices.length === 0) return 'nothing';
    const paths = key.includes('.') ? [key.split('.'), [key]] : [[key]];
    must.push({ should: paths.flatMap((path) => conditionsOn(qdrantPath([metadataKey, ...path]), choices)) });
  }
  return must.length === 0 ? undefined : { must };
}

/** The filter of a node's settings, which is Qdrant's own, and another one: both must hold. Undefined if there is neither. */
export function bothFilters(own: Readonly<Record<string, unknown>>, other: Filter | undefined): Filter | undefined {
  if (Object.keys(own).length === 0) return other;
  const first = filterSchema.parse(own);
  return other === undefined ? first : { must: [first, other] };
}

/** Makes a collection for vectors of that model, with an index for questions about single sources; false if there is one already. */
export async function createQdrantCollection(
  connection: QdrantConnection,
  { collection, distance, configuration, metadataKey }: QdrantCollectionSettings,
  model: ModelIdentity,
  signal: AbortSignal,
): Promise<boolean> {
  const vectors = 'vectors' in configuration && typeof configuration.vectors === 'object' ? configuration.vectors : {};
  const body = {
    ...configuration,
    vectors: { ...vectors, size: model.dimensions, distance },
    metadata: { [MODEL_KEY]: model.id },
  };
  try {
    await connection.call((api, init) => api.createCollection({ collection_name: collection, ...body }, init), signal);
  } catch (error) {
    // Before 1.9 the second of two runs that make it got 400.
    if (refusedStatus(error) !== 409 && refusedStatus(error) !== 400) throw error;
    if ((await findQdrantCollection(connection, collection, signal)) === undefined) throw error;
    return false;
  }
  const field = { field_name: qdrantPath([metadataKey, 'source']), field_schema: 'keyword' } as const;
  await connection.call(
    (api, init) => api.createFieldIndex({ collection_name: collection, wait: true, ...field }, init),
    signal,
  );
  return true;
}

export interface QdrantSettings extends QdrantCollectionSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly contentKey: string;
  /** What a new collection is made for; undefined: whatever the model gives. */
  readonly dimensions: number | undefined;
  /** Points a request. */
  readonly batchSize: number;
  /** Qdrant's own filter, for every question. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Ids a request, for reading and deleting. */
const MAX_IDS = 1000;

/** Where in a point's payload text and metadata lie. */
interface PayloadKeys {
  readonly content: string;
  readonly metadata: string;
}

const CHUNK_NO_KEY = 'chunkNo';

const metadataSchema = z.record(z.string(), z.unknown());

export function toPayload({ content, metadata, chunkNo }: EmbeddedChunk, keys: PayloadKeys): Record<string, unknown> {
  return { [CHUNK_NO_KEY]: chunkNo, [keys.content]: content, [keys.metadata]: metadata };
}

/** The client makes big integers of whole numbers over 2^53; they went in as plain numbers. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** The reverse of {@link toPayload}; what others stored may lack any of it: then the text is empty, and the position 0. */
export function fromPayload(
  payload: Readonly<Record<string, unknown>> | null | undefined,
  keys: PayloadKeys,
): { readonly content: string; readonly metadata: Metadata; readonly chunkNo: number } {
  const content = payload?.[keys.content];
  const chunkNo = payload?.[CHUNK_NO_KEY];
  const metadata = metadataSchema.safeParse(plain(payload?.[keys.metadata]));
  return {
    content: typeof content === 'string' ? content : '',
    metadata: metadata.success ? metadata.data : {},
    chunkNo: typeof chunkNo === 'number' ? chunkNo : 0,
  };
}

/** One store and its connection. */
export interface QdrantSession {
  readonly settings: QdrantSettings;
  readonly keys: PayloadKeys;
  readonly service: StoreService;
  readonly connection: QdrantConnection;
  /** Undefined if there is no collection. */
  find(signal: AbortSignal, retry?: boolean): Promise<FoundQdrantCollection | undefined>;
  /** Asked for only once: a collection keeps it. Undefined if there is no collection. */
  distance(signal: AbortSignal): Promise<QdrantDistance | undefined>;
}

/** Undefined if there is no collection. */
export async function onCollection<T>(
  { connection }: QdrantSession,
  work: QdrantWork<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    return await connection.call(work, signal);
  } catch (error) {
    if (refusedStatus(error) !== 404) throw error;
    return undefined;
  }
}

/** As many ids as one request takes. */
export const idBatches = (ids: readonly string[]) =>
  cutIntoBatches([...new Set(ids)], { items: MAX_IDS, bytes: Number.POSITIVE_INFINITY, bytesOf: () => 0 });

function keysOf({ contentKey, metadataKey }: QdrantSettings): PayloadKeys {
  if (contentKey !== metadataKey) return { content: contentKey, metadata: metadataKey };
  throw new UserError('INVALID_PARAM', `Content and metadata have the same key, ${contentKey}: give them two.`, {
    details: { param: 'metadataPayloadKey' },
  });
}

/**
 * Nothing is sent before the first call.
 * @throws UserError INVALID_PARAM when the keys of the payload are the same
 */
export function startSession(settings: QdrantSettings, service: StoreService, url: URL): QdrantSession {
  const connection = createQdrantConnection(url, settings.apiKey, service);
  let distance: QdrantDistance | undefined;
  const find: QdrantSession['find'] = async (signal, retry) => {
    const found = await findQdrantCollection(connection, settings.collection, signal, retry);
    distance = found?.distance;
    return found;
  };
  return {
    settings,
    keys: keysOf(settings),
    service,
    connection,
    find,
    distance: async (signal) => distance ?? (await find(signal))?.distance,
  };
}

import { z } from 'zod';
import { errorDataSchema } from '../../../../../shared/errors/error-data.ts';
import type { IdSet } from './id-set.ts';

const id = z.int().positive();
const collectionId = z.int().positive();
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const filter = z
  .record(z.string(), z.union([scalar, z.null(), z.array(scalar).readonly()]))
  .readonly()
  .optional();
const vector = z.custom<Float32Array>((value) => value instanceof Float32Array);
const topK = z.int().positive();

/** How hard to work: `gentle` rests as long as it worked, since a run is still writing on the same few cores. */
const pace = z.enum(['full', 'gentle']);
export type Pace = z.infer<typeof pace>;

const unfit = z.custom<IdSet>((value) => value instanceof Map).optional();
const keywordQuestion = z.object({ kind: z.literal('keyword'), collectionId, text: z.string(), topK, filter, unfit });
const scanQuestion = z.object({ kind: z.literal('scan'), collectionId, vector, topK, filter });
const rankQuestion = z.object({
  kind: z.literal('rank'),
  collectionId,
  vector,
  topK,
  filter,
  candidates: z.array(z.int().positive()).readonly(),
  after: z.int().nonnegative(),
});
const unfitQuestion = z.object({ kind: z.literal('unfit'), collectionId, filter });
const order = z.object({ kind: z.enum(['position', 'forget', 'scrub']), collectionId });
/** What each thread is asked about its cache of a collection. */
export type CacheOrder = z.infer<typeof order>;

/** What is asked of the thread that searches words … */
export const keywordThreadQuestionSchema = z.discriminatedUnion('kind', [keywordQuestion, order]);
export type KeywordThreadQuestion = z.infer<typeof keywordThreadQuestionSchema>;
export type KeywordQuestion = z.infer<typeof keywordQuestion>;

/** … and of the one that compares vectors. */
export const scanThreadQuestionSchema = z.discriminatedUnion('kind', [
  scanQuestion,
  rankQuestion,
  unfitQuestion,
  order,
]);
export type ScanThreadQuestion = z.infer<typeof scanThreadQuestionSchema>;

/** What a query asks. */
export type SearchQuestion = Exclude<KeywordThreadQuestion | ScanThreadQuestion, CacheOrder>;

/** From the server to a search thread. */
export const toSearchThreadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask'), id, question: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id }),
  z.object({ kind: z.literal('catchUp'), collectionId, pace }),
  z.object({ kind: z.literal('hold'), isHeld: z.boolean() }),
  /** Metadata of chunks of the collection was changed, and that is committed. */
  z.object({ kind: z.literal('metadataChanged'), collectionId, chunkIds: z.array(z.int().positive()).readonly() }),
  z.object({ kind: z.literal('close') }),
]);
export type ToSearchThread = z.infer<typeof toSearchThreadSchema>;

const searchAnswer = z.object({
  /** Best first; absent when a `rank` has to be asked as a `scan`. */
  chunks: z
    .array(z.object({ id: z.number(), score: z.number() }))
    .readonly()
    .optional(),
  /** Changes of the collection that a `keyword` question could not look at in good time. */
  unread: z.int().nonnegative().optional(),
  /** Chunks that certainly do not fit a filter; absent when that is unknown. */
  unfit,
  /** How far the thread's cache has read the log; absent when it has read nothing. */
  position: z.int().nonnegative().optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** From a search thread to the server. */
export const fromSearchThreadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id, answer: searchAnswer }),
  z.object({ kind: z.literal('failed'), id, error: errorDataSchema }),
  z.object({ kind: z.literal('caughtUp'), collectionId }),
  z.object({ kind: z.literal('warning'), message: z.string() }),
]);
export type FromSearchThread = z.infer<typeof fromSearchThreadSchema>;

/** What a search thread is started with. */
export const searchThreadDataSchema = z.object({
  databaseFile: z.string(),
  /** Of its cache. */
  file: z.string(),
  /** Of the main database: a cache of another one is thrown away. */
  storeId: z.string(),
  /** No cache of this main database can have read further than this. */
  maxLogSeq: z.int().nonnegative(),
  matrixBytes: z.int().nonnegative(),
});
export type SearchThreadData = z.infer<typeof searchThreadDataSchema>;

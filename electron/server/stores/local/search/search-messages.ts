import { z } from 'zod';
import { errorDataSchema } from '../../../../../shared/errors/error-data.ts';
import type { RankedChunk } from './top-k.ts';

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

const keywordQuestion = z.object({ kind: z.literal('keyword'), collectionId, text: z.string(), topK, filter });
const positionQuestion = z.object({ kind: z.literal('position'), collectionId });
const forgetQuestion = z.object({ kind: z.enum(['forget', 'scrub']), collectionId });
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

/** What is asked of the search worker. */
export const searchQuestionSchema = z.discriminatedUnion('kind', [
  keywordQuestion,
  scanQuestion,
  rankQuestion,
  positionQuestion,
  forgetQuestion,
]);
export type SearchQuestion = z.infer<typeof searchQuestionSchema>;

/** From the server to the search worker. */
export const toSearchWorkerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask'), id, question: searchQuestionSchema }),
  z.object({ kind: z.literal('cancel'), id }),
  z.object({ kind: z.literal('catchUp'), collectionId, pace }),
  z.object({ kind: z.literal('hold'), isHeld: z.boolean() }),
  /** Metadata of chunks of the collection was changed, and that is committed. */
  z.object({ kind: z.literal('metadataChanged'), collectionId, chunkIds: z.array(z.int().positive()).readonly() }),
  z.object({ kind: z.literal('close') }),
]);
export type ToSearchWorker = z.infer<typeof toSearchWorkerSchema>;

const rankedChunk = z.object({ id: z.number(), score: z.number() });

export interface SearchAnswer {
  /** undefined: a `rank` has to be asked as a `scan`. */
  readonly chunks: readonly RankedChunk[] | undefined;
  /** Changes of the collection that a `keyword` question could not look at in good time. */
  readonly unread: number;
  /** How far the keyword index has read the log, asked by `position`; undefined when it has read nothing. */
  readonly position?: number | undefined;
}

/** From the search worker to the server. `chunks` is null when a `rank` has to be asked as a `scan`. */
export const fromSearchWorkerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    id,
    chunks: z.array(rankedChunk).readonly().nullable(),
    unread: z.int().nonnegative(),
    position: z.int().nonnegative().optional(),
  }),
  z.object({ kind: z.literal('failed'), id, error: errorDataSchema }),
  z.object({ kind: z.literal('caughtUp'), collectionId }),
  z.object({ kind: z.literal('warning'), message: z.string() }),
]);
export type FromSearchWorker = z.infer<typeof fromSearchWorkerSchema>;

/** What the search worker is started with. */
export const searchWorkerDataSchema = z.object({
  databaseFile: z.string(),
  keywordFile: z.string(),
  /** Of the main database: a keyword index of another one is thrown away. */
  storeId: z.string(),
  /** No keyword index of this main database can have read further than this. */
  maxLogSeq: z.int().nonnegative(),
  matrixBytes: z.int().nonnegative(),
});
export type SearchWorkerData = z.infer<typeof searchWorkerDataSchema>;

import { z } from 'zod';

const id = z.int().positive();
const collectionId = z.int().positive();
const count = z.int().nonnegative();

const metric = z.enum(['cosine', 'l2', 'ip']);

const limits = z.object({
  stepEntries: z.int().positive(),
  saveAfterChanges: z.int().positive(),
  saveWithinChanges: z.int().positive(),
  saveAtEndAfter: z.int().nonnegative(),
  rebuildAtShare: z.number().positive(),
  rebuildFromDeleted: z.int().positive(),
});

const manifest = z.object({
  collectionId,
  generation: z.int().positive(),
  file: z.string(),
  sizeBytes: count,
  sha256: z.string(),
  dimensions: z.int().positive(),
  elementCount: count,
  deletedCount: count,
  logSeq: count,
  metric,
  links: z.int().positive(),
  efConstruction: z.int().positive(),
});

/** From the server to the index process. The first message is `start`. */
export const toIndexProcessSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), databaseFile: z.string(), folder: z.string(), limits }),
  /** There is a collection to index, or more of it. */
  z.object({ kind: z.literal('follow'), collectionId }),
  /** The graph goes, with its files. */
  z.object({ kind: z.literal('forget'), collectionId }),
  z.object({
    kind: z.literal('search'),
    id,
    collectionId,
    vector: z.custom<Float32Array>((value) => value instanceof Float32Array),
    topK: z.int().positive(),
    metric,
    ef: z.int().positive(),
  }),
  /** The manifest of this generation is committed. */
  z.object({ kind: z.literal('confirmSaved'), collectionId, generation: z.int().positive() }),
  /** While held, graphs answer but are not worked on. */
  z.object({ kind: z.literal('hold'), isHeld: z.boolean() }),
  z.object({ kind: z.literal('close') }),
]);
export type ToIndexProcess = z.infer<typeof toIndexProcessSchema>;

/** From the index process to the server. */
export const fromIndexProcessSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id, after: count, candidates: z.array(count).readonly() }),
  /** The graph can't answer yet. */
  z.object({ kind: z.literal('noAnswer'), id }),
  z.object({ kind: z.literal('opened'), collectionId, position: count }),
  z.object({ kind: z.literal('caughtUp'), collectionId, position: count }),
  z.object({ kind: z.literal('saved'), manifest }),
  z.object({ kind: z.literal('warning'), message: z.string() }),
  /** The last message: graphs are saved, but for so many changes; the process ends. */
  z.object({ kind: z.literal('closed'), unsaved: count }),
]);
export type FromIndexProcess = z.infer<typeof fromIndexProcessSchema>;

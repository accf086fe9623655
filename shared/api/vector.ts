import { z } from 'zod';
import { UpsertCountsSchema } from './runs.ts';

/** Overrides by param name; a value that is an object with a node's id as key is for that node only. */
export const OverrideConfigSchema = z.record(z.string(), z.unknown());
export type OverrideConfig = z.infer<typeof OverrideConfigSchema>;

/** JSON body of `POST /vector/upsert/{id}`. Unknown keys are ignored, as the peer does (chatId, question, history …). */
export const UpsertBodySchema = z.object({
  overrideConfig: OverrideConfigSchema.optional(),
  /** Id of the vector store to fill, when the flow has several. */
  stopNodeId: z.string().optional(),
});

export const SourceDocumentSchema = z.object({
  id: z.string(),
  pageContent: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
export type SourceDocument = z.infer<typeof SourceDocumentSchema>;

/** How many chunks `sourceDocuments` has at most (decisions, part 4). */
export const SOURCE_DOCUMENTS_LIMIT = 1000;

export const UpsertResultSchema = UpsertCountsSchema.extend({
  runId: z.uuid(),
  /** Records in the namespace after the run; only with a record manager. */
  totalKeys: z.int().optional(),
  ignoredOverrides: z.array(z.string()).optional(),
  sourceDocuments: z.array(SourceDocumentSchema).optional(),
  sourceDocumentsTruncated: z.literal(true).optional(),
});
export type UpsertResult = z.infer<typeof UpsertResultSchema>;

/** Answer to an upsert with `Prefer: respond-async`. */
export const UpsertAcceptedSchema = z.object({
  runId: z.uuid(),
  /** Keys of the call that have no effect, as in the answer of one that waits. */
  ignoredOverrides: z.array(z.string()).optional(),
});
export type UpsertAccepted = z.infer<typeof UpsertAcceptedSchema>;

const filterValue = z.union([z.string(), z.number(), z.boolean()]);

export const VectorQueryBodySchema = z.object({
  query: z.string().trim().min(1, 'must not be empty').max(100_000),
  topK: z.int().min(1).max(1000).optional(),
  /** Metadata that must be equal; a list means any of it; a key may be a path with dots. */
  filter: z.record(z.string(), z.union([filterValue, z.null(), z.array(filterValue)])).optional(),
  mode: z.enum(['hybrid', 'vector', 'keyword']).optional(),
  /** Id of the vector store to ask, when the flow has several. */
  stopNodeId: z.string().optional(),
});
export type VectorQueryBody = z.infer<typeof VectorQueryBodySchema>;

export const QueryDocSchema = z.object({
  id: z.string(),
  pageContent: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  score: z.number(),
  chunkNo: z.int(),
});
export type QueryDoc = z.infer<typeof QueryDocSchema>;

export const VectorQueryResultSchema = z.object({
  /** Milliseconds. */
  timeTaken: z.number(),
  docs: z.array(QueryDocSchema),
});
export type VectorQueryResult = z.infer<typeof VectorQueryResultSchema>;

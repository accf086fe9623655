import { z } from 'zod';
import { absentable, flagField } from './common.ts';
import { RunResultSchema } from './runs.ts';

const EXAMPLE_RUN_ID = '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10';
export const EXAMPLE_CHUNK = {
  id: '8c1f6f0e-7f53-4b52-9d7e-2a4b6c8d0e1f',
  pageContent: 'Books may be kept for three weeks.',
  metadata: { source: 'handbook.md' },
};

/** Overrides by param name; a value that is an object with a node's id as key is for that node only. */
export const OverrideConfigSchema = z.record(z.string(), z.unknown()).meta({
  description:
    'Settings for this call only, by name: `chunkSize`, `chunkOverlap`, `metadata`, `addMetadata`, `returnSourceDocuments` and those of the nodes. `{"chunkSize": {"<node id>": 500}}` is for one node. What is not switched on for its node has no effect.',
});
export type OverrideConfig = z.infer<typeof OverrideConfigSchema>;

/** Of an upsert; as forms carry it, too. */
export const SkipFailedFilesSchema = flagField.optional().meta({
  description:
    'Goes on without files that can not be read, and lists them in `failedFiles`; what was stored of them before stays. Without it the first one ends the run. When none can be read the run fails either way.',
});

/** JSON body of `POST /vector/upsert/{id}`. Unknown keys are ignored, as Flowise does (chatId, question, history …). */
export const UpsertBodySchema = z
  .object({
    overrideConfig: absentable(OverrideConfigSchema),
    stopNodeId: absentable(z.string()).meta({
      description: 'Id of the vector store to fill, when the flow has several.',
    }),
    skipFailedFiles: SkipFailedFilesSchema,
  })
  .meta({ id: 'UpsertBody', examples: [{ overrideConfig: { chunkSize: 500, metadata: { team: 'library' } } }] });

/** Multipart form of the same call. Single overrides may be fields of their own (`chunkSize`, `metadata[team]`). */
export const UpsertFormSchema = z
  .looseObject({
    files: z.array(z.file()).meta({ description: 'Documents to load; each goes to every loader that takes its type.' }),
    overrideConfig: z.string().optional().meta({ description: 'JSON text of an object of overrides.' }),
    stopNodeId: z.string().optional(),
    skipFailedFiles: SkipFailedFilesSchema,
  })
  .meta({ id: 'UpsertForm', examples: [{ files: ['handbook.md'], overrideConfig: '{"chunkSize":500}' }] });

export const SourceDocumentSchema = z.object({
  id: z.string(),
  pageContent: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
export type SourceDocument = z.infer<typeof SourceDocumentSchema>;

const AddedDocSchema = z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.unknown()) });
export type AddedDoc = z.infer<typeof AddedDocSchema>;

/** How many chunks `sourceDocuments` and `addedDocs` have at most (decisions, part 4). */
export const SOURCE_DOCUMENTS_LIMIT = 1000;

const RenamedFileSchema = z.object({
  sentAs: z.string().meta({ description: 'The name that another file of the call had before it.' }),
  source: z.string().meta({ description: 'The name that it got, which its chunks have as `source`.' }),
});
export type RenamedFile = z.infer<typeof RenamedFileSchema>;

/** What every answer to an upsert with files may say of them. */
export const filesFields = {
  renamedFiles: z
    .array(RenamedFileSchema)
    .optional()
    .meta({ description: 'Files of the call that had the name of another one, and so got one of their own.' }),
};

export const UpsertResultSchema = RunResultSchema.extend({
  runId: z.uuid(),
  totalKeys: z.int().optional().meta({ description: 'Records of the namespace after the run; with a record manager.' }),
  addedDocs: z.array(AddedDocSchema).meta({ description: 'The chunks that were added, at most 1,000.' }),
  ignoredOverrides: z.array(z.string()).optional().meta({ description: 'Keys of overrideConfig that had no effect.' }),
  sourceDocuments: z.array(SourceDocumentSchema).optional().meta({ description: 'At most 1,000.' }),
  sourceDocumentsTruncated: z.literal(true).optional(),
  ...filesFields,
}).meta({
  id: 'UpsertResult',
  examples: [
    {
      numAdded: 1,
      numDeleted: 3,
      numUpdated: 0,
      numSkipped: 30,
      totalKeys: 31,
      addedDocs: [{ pageContent: EXAMPLE_CHUNK.pageContent, metadata: EXAMPLE_CHUNK.metadata }],
      runId: EXAMPLE_RUN_ID,
    },
  ],
});
export type UpsertResult = z.infer<typeof UpsertResultSchema>;

export const UpsertHeadersSchema = z.looseObject({
  prefer: z
    .string()
    .optional()
    .meta({ description: '`respond-async` answers 202 with the id of the run at once.', examples: ['respond-async'] }),
});

/** Answer to an upsert with `Prefer: respond-async`. */
export const UpsertAcceptedSchema = z
  .object({
    runId: z.uuid(),
    ignoredOverrides: z.array(z.string()).optional().meta({ description: 'As in the answer of a call that waits.' }),
    ...filesFields,
  })
  .meta({ id: 'UpsertAccepted', examples: [{ runId: EXAMPLE_RUN_ID }] });
export type UpsertAccepted = z.infer<typeof UpsertAcceptedSchema>;

/** Characters of a question that are looked for: more than a model reads, and a page of words at most. */
export const QUERY_LIMIT = 8000;

/** Beyond it the search by words decides nothing any more. */
const HYBRID_WEIGHT_LIMIT = 10;

const filterValue = z.union([z.string(), z.number(), z.boolean()]);

export const VectorQueryBodySchema = z
  .object({
    query: z.string().trim().max(100_000).meta({
      description:
        'An empty one finds nothing. Passages must have what stands in quotation marks, word by word, and must not have what a hyphen stands before: `jaguar "top speed" -car`.',
    }),
    topK: absentable(z.int().min(1).max(1000)),
    filter: absentable(z.record(z.string(), z.union([filterValue, z.null(), z.array(filterValue)]))).meta({
      description: 'Metadata that must be equal; a list means any of it; a key may be a path with dots.',
    }),
    mode: absentable(z.enum(['hybrid', 'vector', 'keyword'])).meta({
      description: 'By words, by meaning, or both. A store outside of the app takes `vector` only.',
    }),
    hybridWeight: absentable(z.number().min(0).max(HYBRID_WEIGHT_LIMIT)).meta({
      description:
        'How much meaning counts against words in a hybrid search: 1 counts both alike. Without it, the embedding model and the question decide.',
    }),
    stopNodeId: absentable(z.string()).meta({
      description: 'Id of the vector store or retriever to ask, when several nodes of the flow answer.',
    }),
  })
  .meta({ id: 'VectorQueryBody', examples: [{ query: 'How long may I keep a book?', topK: 4 }] });
export type VectorQueryBody = z.infer<typeof VectorQueryBodySchema>;

export const QueryDocSchema = z.object({
  id: z.string(),
  pageContent: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  score: z.number().meta({
    description:
      'By meaning the similarity by the metric of the collection, by words BM25, by both the sum of reciprocal ranks: comparable within an answer only.',
  }),
  relevance: z.number().min(0).max(1).meta({
    description:
      'How sure the search is that the passage answers the question: of passages with 0.8 some eight of ten do. By words it depends on question and passage alone, so it compares between questions, modes, collections and stores. Measured with the built-in model, which by meaning alone is seldom sure: what it finds without a word of the question has less than .005.',
  }),
  chunkNo: z.int(),
});
export type QueryDoc = z.infer<typeof QueryDocSchema>;

export const VectorQueryResultSchema = z
  .object({
    timeTaken: z.number().meta({ description: 'Milliseconds.' }),
    docs: z.array(QueryDocSchema),
    queryTruncated: z
      .literal(true)
      .optional()
      .meta({ description: 'The question was longer than 8,000 characters: only its beginning was looked for.' }),
    meaningAway: z.literal(true).optional().meta({
      description:
        'The program part that computes embeddings crashed, also when it was started again: a hybrid question was answered by words only.',
    }),
    nothingStored: z.literal(true).optional().meta({ description: 'There is nothing to search: upsert first.' }),
    phraseNotFound: z
      .literal(true)
      .optional()
      .meta({ description: 'No passage has what stands in quotation marks: it was looked for as single words.' }),
    keywordIndexBehind: z.int().optional().meta({
      description:
        'How many of the last changes the search by words has not looked at: only there while a very large upsert is being taken in. Ask again.',
    }),
  })
  .meta({
    id: 'VectorQueryResult',
    examples: [{ timeTaken: 8, docs: [{ ...EXAMPLE_CHUNK, score: 0.82, relevance: 0.9, chunkNo: 7 }] }],
  });
export type VectorQueryResult = z.infer<typeof VectorQueryResultSchema>;

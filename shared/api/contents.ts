import { z } from 'zod';
import { absentable, EXAMPLE_ID, flagField, wholeField } from './common.ts';

/** Chunks that one answer lists at most. */
export const CHUNKS_LIMIT = 200;
/** Sources that one answer lists at most. */
const SOURCES_LIMIT = 1000;

const EXAMPLE_CHUNK = '0d9c3a52-7d0e-4f0c-8f0b-5c4e1f6a7b8c';
const metadata = z.record(z.string(), z.json());

export const ContentsParamsSchema = z.object({
  id: z.string().meta({ description: 'Id of the chatflow or the document store.', examples: [EXAMPLE_ID] }),
});

export const nodeId = absentable(z.string()).meta({
  description: 'The vector store of a chatflow that has several; without it the first.',
});
export const whole = (limit: number) => absentable(wholeField(0, limit));

export const ContentsQuerySchema = z.object({ nodeId });

export const SourceListQuerySchema = z.object({
  nodeId,
  search: absentable(z.string().max(200)).meta({ description: 'A part of the name.' }),
  sort: absentable(z.enum(['name', 'chunks', 'size', 'changed'])),
  descending: flagField,
  offset: whole(Number.MAX_SAFE_INTEGER),
  limit: whole(SOURCES_LIMIT).meta({ description: `At most ${SOURCES_LIMIT}; without it 200.` }),
});

export const ChunkListQuerySchema = z.object({
  nodeId,
  sourceId: absentable(z.string()).meta({ description: 'Chunks of one source; without it of all, source by source.' }),
  place: whole(Number.MAX_SAFE_INTEGER).meta({ description: 'The first chunk of the answer, from 0.' }),
  after: absentable(z.string()).meta({ description: '`next` of another page.' }),
  before: absentable(z.string()).meta({ description: '`previous` of another page.' }),
  limit: whole(CHUNKS_LIMIT).meta({ description: `At most ${CHUNKS_LIMIT}; without it 50.` }),
});

const filter = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON of an object');
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number(), z.boolean()]))]),
    ),
  )
  .optional()
  .meta({ description: 'JSON: metadata that the chunks have, as in a query.', examples: ['{"loc.pageNumber":3}'] });

export const ContentsSearchQuerySchema = z.object({
  nodeId,
  sourceId: absentable(z.string()),
  words: absentable(z.string().max(500)).meta({ description: 'Words that the text has, in any case and order.' }),
  filter,
  after: absentable(z.string()).meta({ description: '`next` of the answer before.' }),
  limit: whole(CHUNKS_LIMIT),
});

export const ContentsSummarySchema = z
  .object({
    ownerId: z.string(),
    kind: z.enum(['chatflow', 'documentStore']),
    name: z.string(),
    nodeId: z.string().nullable().meta({ description: 'The vector store of the chatflow.' }),
    vectorStores: z.array(z.object({ nodeId: z.string(), label: z.string() })),
    sources: z.int(),
    chunks: z.int(),
    sizeBytes: z.number().meta({ description: 'Of all texts, in UTF-8.' }),
    changedEdits: z.int().meta({ description: 'Edits whose passage has changed since: each is to be decided.' }),
    otherEdits: z.int().meta({ description: 'Edited and deleted chunks with nothing to decide.' }),
    storedChunks: z.int().meta({ description: 'In the store: more than `chunks` where it has too many to list.' }),
    needsUpsert: z.boolean().meta({
      description: 'Whether changes are found by questions only after the next upsert, as in a document store.',
    }),
  })
  .meta({
    id: 'ContentsSummary',
    examples: [
      {
        ownerId: EXAMPLE_ID,
        kind: 'chatflow',
        name: 'Handbook',
        nodeId: 'hnswVectorStore_0',
        vectorStores: [{ nodeId: 'hnswVectorStore_0', label: 'Local vector store' }],
        sources: 2,
        chunks: 41,
        sizeBytes: 38_120,
        changedEdits: 0,
        otherEdits: 0,
        storedChunks: 41,
        needsUpsert: false,
      },
    ],
  });
export type ContentsSummary = z.infer<typeof ContentsSummarySchema>;

export const ContentSourceSchema = z.object({
  id: z.string(),
  name: z.string().meta({ description: 'File name, path or address; "" if the chunks do not say.' }),
  chunks: z.int(),
  sizeBytes: z.number(),
  changedDate: z.string().nullable().meta({ description: 'When a chunk of it last came or went; null if unknown.' }),
  state: z
    .enum(['STORED', 'CHANGED', 'NOT_STORED'])
    .meta({ description: 'In a document store: whether its loader is in the vector store as it is here.' }),
  loaderId: z.string().nullable().meta({ description: 'The loader of a document store.' }),
  lastRunId: z.string().nullable().meta({ description: 'The run that last brought it, if records are kept of it.' }),
  lastRunDate: z.string().nullable(),
});
export type ContentSource = z.infer<typeof ContentSourceSchema>;

const exampleSource: ContentSource = {
  id: '7',
  name: 'handbook.md',
  chunks: 12,
  sizeBytes: 11_200,
  changedDate: '2026-11-23T08:00:00.000Z',
  state: 'STORED',
  loaderId: null,
  lastRunId: null,
  lastRunDate: null,
};

export const ContentSourcesSchema = z
  .object({ sources: z.array(ContentSourceSchema), total: z.int() })
  .meta({ id: 'ContentSources', examples: [{ sources: [exampleSource], total: 1 }] });

const exampleChunk = {
  id: EXAMPLE_CHUNK,
  sourceId: '7',
  source: 'handbook.md',
  place: 0,
  chunkNo: 1,
  pageContent: 'Books may be kept for three weeks.',
  metadata: { source: 'handbook.md', loc: { lines: { from: 1, to: 1 } } },
  editId: null,
};

export const ContentChunkSchema = z
  .object({
    id: z.uuid(),
    sourceId: z.string(),
    source: z.string(),
    place: z.int().nullable().meta({ description: 'From 0, among the chunks of its source; null if not asked for.' }),
    chunkNo: z.int().meta({ description: 'Number among the chunks of its source as it was loaded, from 1.' }),
    pageContent: z.string(),
    metadata,
    editId: z.int().nullable().meta({ description: 'The edit that the text is of; null: as it was loaded.' }),
  })
  .meta({ id: 'ContentChunk', examples: [exampleChunk] });
export type ContentChunk = z.infer<typeof ContentChunkSchema>;

export const ContentChunksSchema = z
  .object({
    chunks: z.array(ContentChunkSchema),
    total: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  })
  .meta({ id: 'ContentChunks', examples: [{ chunks: [exampleChunk], total: 1, next: null, previous: null }] });
export type ContentChunks = z.infer<typeof ContentChunksSchema>;

export const ContentMatchesSchema = z
  .object({
    chunks: z.array(ContentChunkSchema),
    searched: z.int().meta({ description: 'Chunks that this call has looked at; 0: the index of words gave these.' }),
    next: z.string().nullable().meta({ description: 'Where to search on; null at the end.' }),
  })
  .meta({ id: 'ContentMatches', examples: [{ chunks: [exampleChunk], searched: 41, next: null }] });
export type ContentMatches = z.infer<typeof ContentMatchesSchema>;

export const ContentFacetsSchema = z
  .object({
    facets: z.array(
      z.object({
        key: z.string(),
        values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int() })),
      }),
    ),
    isSample: z.boolean().meta({ description: 'Only a sample of the chunks was looked at.' }),
  })
  .meta({
    id: 'ContentFacets',
    examples: [{ facets: [{ key: 'author', values: [{ value: 'Ada', count: 12 }] }], isSample: false }],
  });

export const ContentChunkParamsSchema = ContentsParamsSchema.extend({
  chunkId: z.string().meta({ examples: [EXAMPLE_CHUNK] }),
});

/** Of the text that somebody gives a chunk: it is embedded while they wait, and a longer one takes a model on this machine minutes. */
export const EDITED_CHARACTERS = 100_000;

export const ContentChunkUpdateSchema = z
  .object({
    pageContent: z
      .string()
      .trim()
      .min(1, 'must not be empty: delete the chunk instead')
      .optional()
      .meta({ description: 'At most 100,000 characters, but for the text that the chunk has.' }),
    metadata: metadata.optional(),
  })
  .refine(({ pageContent, metadata: given }) => pageContent !== undefined || given !== undefined, {
    message: 'needs pageContent or metadata',
  })
  .meta({ id: 'ContentChunkUpdate', examples: [{ pageContent: 'Books may be kept for four weeks.' }] });

export const ContentChangeSchema = z
  .object({
    chunk: ContentChunkSchema.nullable().meta({ description: 'As it is now; null if it is gone.' }),
    editId: z.int().nullable().meta({ description: 'What undoes it; null: the chunk is as it was loaded.' }),
  })
  .meta({ id: 'ContentChange', examples: [{ chunk: { ...exampleChunk, editId: 3 }, editId: 3 }] });
export type ContentChange = z.infer<typeof ContentChangeSchema>;

export const ContentSourceParamsSchema = ContentsParamsSchema.extend({
  sourceId: z.string().meta({ examples: ['7'] }),
});

export const RemovedSourceSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    chunks: z.int(),
    removedDate: z.string(),
  })
  .meta({
    id: 'RemovedSource',
    examples: [{ id: 2, name: 'handbook.md', chunks: 12, removedDate: '2026-11-23T08:00:00.000Z' }],
  });
export type RemovedSourceInfo = z.infer<typeof RemovedSourceSchema>;

export const RemovedSourcesSchema = z.array(RemovedSourceSchema);

export const RemovedSourceParamsSchema = ContentsParamsSchema.extend({
  removedId: wholeField().meta({ examples: [2] }),
});

/** Answer of what has nothing to say. */
export const DoneSchema = z.object({ done: z.literal(true) }).meta({ id: 'Done', examples: [{ done: true }] });

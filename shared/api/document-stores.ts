import { z } from 'zod';
import { EXAMPLE_ID, IdParamsSchema, listSchema, pagingFields } from './common.ts';
import { RunErrorSchema } from './runs.ts';
import { QueryDocSchema, UpsertResultSchema, VectorQueryBodySchema } from './vector.ts';

const EXAMPLE_LOADER_ID = '3b0f8a52-6a1e-4c7d-8b9f-1e2d3c4b5a69';
const EXAMPLE_CHUNK_ID = '8c1f6f0e-7f53-4b52-9d7e-2a4b6c8d0e1f';

/** Chunks of a page. */
export const CHUNK_PAGE_SIZE = 50;
/** In the place of a loader's id: the chunks of all loaders. */
export const ALL_LOADERS = 'all';
/** What is shown in the place of a saved secret; sent back, it leaves the secret as it is. */
export const SECRET_MASK = '********';

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    // Left as text: the schema behind then says what it wants.
    return value;
  }
}

/** A value, or its JSON text, as forms and the peer's rows carry it. */
function orText<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(parseText, schema);
}

const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' || value === '' ? false : value), z.boolean());

/** A node of a store: its name and the values of its settings. */
export const StorePartSchema = z
  .object({
    name: z.string().min(1, 'must name a node').meta({ description: 'Name of the node, as GET /nodes lists it.' }),
    config: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Its settings; those left out keep their default, or what the store has.' }),
  })
  .meta({ id: 'StorePart', examples: [{ name: 'recursiveCharacterTextSplitter', config: { chunkSize: 500 } }] });
export type StorePart = z.output<typeof StorePartSchema>;

const part = orText(StorePartSchema).optional();
const nullablePart = orText(StorePartSchema.nullable()).optional();

export const STORE_STATUSES = ['EMPTY', 'NEW', 'SYNC', 'SYNCING', 'STALE', 'UPSERTING', 'UPSERTED'] as const;
export const StoreStatusSchema = z.enum(STORE_STATUSES);
export type StoreStatus = z.infer<typeof StoreStatusSchema>;

export const StoreFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  status: z.enum(['NEW', 'SYNC']),
  uploaded: z.iso.datetime(),
});
export type StoreFile = z.infer<typeof StoreFileSchema>;

const config = z.record(z.string(), z.unknown());

export const StoreLoaderSchema = z
  .object({
    id: z.uuid(),
    loaderId: z.string().meta({ description: 'Name of the loader node.' }),
    loaderName: z.string(),
    loaderConfig: config,
    splitterId: z.string().meta({ description: 'Name of the splitter node; empty without one.' }),
    splitterName: z.string(),
    splitterConfig: config,
    totalChunks: z.int(),
    totalChars: z.int(),
    status: StoreStatusSchema,
    files: z.array(StoreFileSchema),
    source: z.string().meta({ description: 'Names of its files, or where else it reads from.' }),
  })
  .meta({
    id: 'StoreLoader',
    examples: [
      {
        id: EXAMPLE_LOADER_ID,
        loaderId: 'fileLoader',
        loaderName: 'File Loader',
        loaderConfig: {},
        splitterId: 'recursiveCharacterTextSplitter',
        splitterName: 'Recursive Character Text Splitter',
        splitterConfig: { chunkSize: 500 },
        totalChunks: 45,
        totalChars: 20133,
        status: 'SYNC',
        files: [{ id: EXAMPLE_ID, name: 'handbook.md', size: 20133, status: 'SYNC', uploaded: '2025-01-15T10:30:00.000Z' }],
        source: 'handbook.md',
      },
    ],
  });
export type StoreLoader = z.infer<typeof StoreLoaderSchema>;

const exampleStore = {
  id: EXAMPLE_ID,
  name: 'Staff handbook',
  description: 'What staff ask about',
  loaders: [],
  whereUsed: [],
  status: 'EMPTY',
  vectorStoreConfig: { name: 'hnsw', config: {} },
  embeddingConfig: { name: 'transformersEmbeddings', config: {} },
  recordManagerConfig: null,
  totalChars: 0,
  totalChunks: 0,
  lastError: null,
  createdDate: '2025-01-15T10:30:00.000Z',
  updatedDate: '2025-01-15T10:30:00.000Z',
};

export const DocumentStoreSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    loaders: z.array(StoreLoaderSchema),
    whereUsed: z.array(z.object({ id: z.string(), name: z.string() })).meta({ description: 'Chatflows with a node that uses the store.' }),
    status: StoreStatusSchema,
    vectorStoreConfig: StorePartSchema.nullable(),
    embeddingConfig: StorePartSchema.nullable(),
    recordManagerConfig: StorePartSchema.nullable(),
    totalChars: z.int(),
    totalChunks: z.int(),
    lastError: RunErrorSchema.nullable().meta({ description: 'Why the last load or upsert failed; null after one that succeeded.' }),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: 'DocumentStore', examples: [exampleStore] });
export type DocumentStore = z.infer<typeof DocumentStoreSchema>;

export const DocumentStoreListQuerySchema = z.object(pagingFields);
export const DocumentStoreListAnswerSchema = listSchema(DocumentStoreSchema);

const storeFields = {
  name: z.string().trim().min(1, 'must not be empty').max(255),
  description: z.string().max(10_000).nullish(),
  vectorStoreConfig: nullablePart,
  embeddingConfig: nullablePart,
  recordManagerConfig: nullablePart,
};

export const DocumentStoreCreateSchema = z
  .object(storeFields)
  .meta({ id: 'DocumentStoreCreate', examples: [{ name: 'Staff handbook', description: 'What staff ask about' }] });
export type DocumentStoreCreate = z.output<typeof DocumentStoreCreateSchema>;

export const DocumentStoreUpdateSchema = z
  .object(storeFields)
  .partial()
  .meta({ id: 'DocumentStoreUpdate', description: 'The fields to change.', examples: [{ name: 'Handbook of the staff' }] });
export type DocumentStoreUpdate = z.output<typeof DocumentStoreUpdateSchema>;

export const StoreDeletedSchema = z.object({ deleted: z.int() }).meta({ id: 'StoreDeleted', examples: [{ deleted: 1 }] });

export const StoreIdParamsSchema = IdParamsSchema;
export const LoaderParamsSchema = z.object({
  storeId: z.string().meta({ examples: [EXAMPLE_ID] }),
  loaderId: z.string().meta({ examples: [EXAMPLE_LOADER_ID] }),
});
export const ChunkPageParamsSchema = LoaderParamsSchema.extend({
  pageNo: z.coerce.number().int('must be a whole number').min(1, 'starts at 1').meta({ description: 'From 1; 50 chunks a page.', examples: [1] }),
});
export const ChunkParamsSchema = LoaderParamsSchema.extend({ chunkId: z.string().meta({ examples: [EXAMPLE_CHUNK_ID] }) });

export const StoreChunkSchema = z.object({
  id: z.uuid(),
  docId: z.uuid().meta({ description: 'Id of its loader.' }),
  storeId: z.uuid(),
  chunkNo: z.int().meta({ description: 'Place in its loader, from 1.' }),
  pageContent: z.string(),
  metadata: z.string().meta({ description: 'JSON text of an object.' }),
});
export type StoreChunk = z.infer<typeof StoreChunkSchema>;

export const ChunkPageSchema = z
  .object({
    chunks: z.array(StoreChunkSchema),
    count: z.int().meta({ description: 'Chunks on all pages.' }),
    file: StoreLoaderSchema.optional().meta({ description: 'The loader; absent for all.' }),
    currentPage: z.int(),
    storeName: z.string(),
    description: z.string().nullable(),
    docId: z.string(),
    characters: z.int().meta({ description: 'Of all chunks that count counts.' }),
  })
  .meta({
    id: 'ChunkPage',
    examples: [
      {
        chunks: [
          {
            id: EXAMPLE_CHUNK_ID,
            docId: EXAMPLE_LOADER_ID,
            storeId: EXAMPLE_ID,
            chunkNo: 1,
            pageContent: 'Books may be kept for three weeks.',
            metadata: '{"source":"handbook.md"}',
          },
        ],
        count: 1,
        currentPage: 1,
        storeName: 'Staff handbook',
        description: null,
        docId: 'all',
        characters: 34,
      },
    ],
  });
export type ChunkPage = z.infer<typeof ChunkPageSchema>;

const metadataField = orText(z.record(z.string(), z.json(), { error: 'must be a JSON object, for example {"team": "sales"}' }));

export const ChunkUpdateSchema = z
  .object({
    pageContent: z.string().refine((text) => text.replaceAll('\0', '').trim() !== '', 'must not be empty'),
    metadata: metadataField.optional(),
  })
  .partial()
  .refine((body) => body.pageContent !== undefined || body.metadata !== undefined, 'must have pageContent or metadata')
  .meta({ id: 'ChunkUpdate', examples: [{ pageContent: 'Books may be kept for four weeks.', metadata: { source: 'handbook.md' } }] });
export type ChunkUpdate = z.output<typeof ChunkUpdateSchema>;

const upsertFields = {
  docId: z.string().optional().meta({ description: 'Id of a loader of the store, whose loader and splitter settings are taken over.' }),
  metadata: metadataField.optional().meta({ description: 'Added to the metadata of every chunk that is loaded.' }),
  replaceExisting: flag.optional().meta({ description: 'The loader docId is loaded anew, instead of one more loader being made.' }),
  createNewDocStore: flag.optional().meta({ description: 'Everything goes into a new store.' }),
  docStore: orText(z.object({ name: z.string().trim().min(1, 'must not be empty').max(255), description: z.string().nullish() })).optional(),
  loaderName: z.string().optional(),
  loader: part,
  splitter: part,
  embedding: part,
  vectorStore: part,
  recordManager: part,
};

/** What may be sent to upsert a store; an empty body loads what is new and brings all into the vector store. */
export const StoreUpsertBodySchema = z.object(upsertFields).meta({
  id: 'StoreUpsertBody',
  examples: [{ docId: EXAMPLE_LOADER_ID, replaceExisting: true, splitter: { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 500 } } }],
});
export type StoreUpsertBody = z.output<typeof StoreUpsertBodySchema>;

const files = z.array(z.file()).meta({ description: 'Documents to load.' });

/** The same as a form: the parts as JSON text beside the files. */
export const StoreUpsertFormSchema = z
  .looseObject({ files, ...upsertFields })
  .meta({ id: 'StoreUpsertForm', examples: [{ files: ['handbook.md'], loader: '{"name":"fileLoader","config":{}}' }] });

export const StoreRefreshBodySchema = z
  .object({ items: z.array(StoreUpsertBodySchema).max(1000).optional().meta({ description: 'What to load anew, in this order; without it every loader.' }) })
  .meta({ id: 'StoreRefreshBody', examples: [{ items: [{ docId: EXAMPLE_LOADER_ID }] }] });

const AddedDocSchema = z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.unknown()) });
export type AddedDoc = z.infer<typeof AddedDocSchema>;

export const StoreUpsertResultSchema = UpsertResultSchema.omit({ ignoredOverrides: true, sourceDocuments: true, sourceDocumentsTruncated: true })
  .extend({
    addedDocs: z.array(AddedDocSchema).meta({ description: 'The chunks that were added, at most 1,000.' }),
    docId: z.string().optional().meta({ description: 'The loader that was loaded, when it was one.' }),
    storeId: z.uuid(),
  })
  .meta({
    id: 'StoreUpsertResult',
    examples: [
      {
        numAdded: 1,
        numDeleted: 1,
        numUpdated: 0,
        numSkipped: 44,
        totalKeys: 45,
        addedDocs: [],
        docId: EXAMPLE_LOADER_ID,
        storeId: EXAMPLE_ID,
        runId: '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10',
      },
    ],
  });
export type StoreUpsertResult = z.infer<typeof StoreUpsertResultSchema>;

/** Answer to a store's upsert with `Prefer: respond-async`. */
export const StoreUpsertAcceptedSchema = z
  .object({ runId: z.uuid(), storeId: z.uuid(), docId: z.string().optional() })
  .meta({ id: 'StoreUpsertAccepted', examples: [{ runId: '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10', storeId: EXAMPLE_ID }] });
export type StoreUpsertAccepted = z.infer<typeof StoreUpsertAcceptedSchema>;

export const StoreQueryBodySchema = VectorQueryBodySchema.omit({ stopNodeId: true })
  .extend({
    storeId: z.string(),
    scoreThreshold: z.number().optional().meta({ description: 'Passages of a lower score are left out. The scale of scores hangs on the mode.' }),
    inputs: z.record(z.string(), z.unknown()).optional().meta({ description: "Settings of the vector store for this question only, over the store's own." }),
  })
  .meta({ id: 'StoreQueryBody', examples: [{ storeId: EXAMPLE_ID, query: 'How long may I keep a book?', topK: 4 }] });
export type StoreQueryBody = z.output<typeof StoreQueryBodySchema>;

export const StoreQueryResultSchema = z.object({ timeTaken: z.number(), docs: z.array(QueryDocSchema) }).meta({
  id: 'StoreQueryResult',
  examples: [
    {
      timeTaken: 8,
      docs: [{ id: EXAMPLE_CHUNK_ID, pageContent: 'Books may be kept for three weeks.', metadata: { source: 'handbook.md' }, score: 0.82, chunkNo: 7 }],
    },
  ],
});
export type StoreQueryResult = z.infer<typeof StoreQueryResultSchema>;

export const VectorDeleteQuerySchema = z.object({
  docId: z.string().optional().meta({ description: 'Only what came from this loader.', examples: [EXAMPLE_LOADER_ID] }),
});
export const VectorsDeletedSchema = z.object({ numDeleted: z.int() }).meta({ id: 'VectorsDeleted', examples: [{ numDeleted: 45 }] });

const loaderFields = {
  storeId: z.string().optional().meta({ examples: [EXAMPLE_ID] }),
  id: z.string().optional().meta({ description: 'Id of a loader of the store, to change it or to start from it.' }),
  loaderName: z.string().max(255).optional(),
  loader: part,
  splitter: nullablePart,
};

export const LoaderSaveBodySchema = z.object(loaderFields).meta({
  id: 'LoaderSaveBody',
  examples: [{ storeId: EXAMPLE_ID, loader: { name: 'fileLoader', config: {} }, splitter: { name: 'recursiveCharacterTextSplitter', config: {} } }],
});
export type LoaderSaveBody = z.output<typeof LoaderSaveBodySchema>;
export const LoaderSaveFormSchema = z.looseObject({ files, ...loaderFields }).meta({ id: 'LoaderSaveForm', examples: [{ files: ['handbook.md'], storeId: EXAMPLE_ID }] });

/** How many chunks a preview has if it is not said, and at most. */
export const PREVIEW_DEFAULT = 20;
export const PREVIEW_LIMIT = 1000;
const previewFields = {
  ...loaderFields,
  previewChunkCount: z.coerce.number().int().min(1).max(PREVIEW_LIMIT).optional().meta({ description: `How many chunks to show: ${PREVIEW_DEFAULT} if it is not said.` }),
};
export const LoaderPreviewBodySchema = z.object(previewFields).meta({
  id: 'LoaderPreviewBody',
  examples: [{ storeId: EXAMPLE_ID, id: EXAMPLE_LOADER_ID, previewChunkCount: 5 }],
});
export type LoaderPreviewBody = z.output<typeof LoaderPreviewBodySchema>;
export const LoaderPreviewFormSchema = z.looseObject({ files, ...previewFields }).meta({ id: 'LoaderPreviewForm', examples: [{ files: ['handbook.md'] }] });

export const LoaderPreviewSchema = z
  .object({
    chunks: z.array(z.object({ chunkNo: z.int(), pageContent: z.string(), metadata: z.record(z.string(), z.unknown()) })),
    previewChunkCount: z.int(),
    isComplete: z.boolean().meta({ description: 'Whether these are all chunks that there are.' }),
  })
  .meta({
    id: 'LoaderPreview',
    examples: [{ chunks: [{ chunkNo: 1, pageContent: 'Books may be kept for three weeks.', metadata: { source: 'handbook.md' } }], previewChunkCount: 1, isComplete: true }],
  });
export type LoaderPreview = z.infer<typeof LoaderPreviewSchema>;

export const LoaderProcessParamsSchema = z.object({ loaderId: z.string().meta({ examples: [EXAMPLE_LOADER_ID] }) });

export const VectorConfigBodySchema = z
  .object({ storeId: z.string(), embedding: nullablePart, vectorStore: nullablePart, recordManager: nullablePart })
  .meta({
    id: 'VectorConfigBody',
    examples: [{ storeId: EXAMPLE_ID, embedding: { name: 'transformersEmbeddings', config: {} }, vectorStore: { name: 'hnsw', config: {} } }],
  });
export type VectorConfigBody = z.output<typeof VectorConfigBodySchema>;

export const ConfigCheckSchema = z.object({
  part: z.enum(['embedding', 'vectorStore', 'recordManager']),
  ok: z.boolean(),
  message: z.string(),
  code: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export const ConfigTestSchema = z
  .object({ ok: z.boolean(), checks: z.array(ConfigCheckSchema) })
  .meta({ id: 'ConfigTest', examples: [{ ok: true, checks: [{ part: 'embedding', ok: true, message: 'Answers with 512 numbers a text.' }] }] });
export type ConfigTest = z.infer<typeof ConfigTestSchema>;

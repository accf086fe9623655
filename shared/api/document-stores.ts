import { z } from 'zod';
import { t } from '../texts/t.ts';
import { DeletionResultSchema, EXAMPLE_ID, IdParamsSchema, listSchema, pagingFields } from './common.ts';
import { EXAMPLE_LOADER_ID, nullablePartField, StorePartSchema } from './document-store-parts.ts';
import { FailedFileSchema, RunErrorSchema } from './runs.ts';

const STORE_STATUSES = ['EMPTY', 'NEW', 'SYNC', 'SYNCING', 'STALE', 'UPSERTING', 'UPSERTED'] as const;

export const StoreStatusSchema = z.enum(STORE_STATUSES);

export type StoreStatus = z.infer<typeof StoreStatusSchema>;

export const StoreFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  status: z.enum(['NEW', 'SYNC']),
  uploaded: z.iso.datetime(),
});

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
    indexState: z.enum(['NONE', 'CURRENT', 'CHANGED']).meta({
      description: 'Whether its chunks are in the vector store; CHANGED: some were edited since.',
    }),
    failedFiles: z
      .array(FailedFileSchema)
      .optional()
      .meta({ description: 'What its last load could not read, at most 100; loading it again retries them.' }),
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
        files: [
          { id: EXAMPLE_ID, name: 'handbook.md', size: 20133, status: 'SYNC', uploaded: '2025-01-15T10:30:00.000Z' },
        ],
        source: 'handbook.md',
        indexState: 'CURRENT',
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
  embedAgain: null,
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
    whereUsed: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: 'Chatflows with a node that uses the store.' }),
    status: StoreStatusSchema,
    vectorStoreConfig: StorePartSchema.nullable(),
    embeddingConfig: StorePartSchema.nullable(),
    recordManagerConfig: StorePartSchema.nullable(),
    embedAgain: z
      .object({ embeddingConfig: StorePartSchema.nullable(), vectorStoreConfig: StorePartSchema.nullable() })
      .nullable()
      .meta({
        description:
          'What its chunks are being embedded again with, or were until that stopped; the parts above answer until all are.',
      }),
    totalChars: z.int(),
    totalChunks: z.int(),
    lastError: RunErrorSchema.nullable().meta({
      description: 'Why the last load or upsert failed; null after one that succeeded.',
    }),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: 'DocumentStore', examples: [exampleStore] });

export type DocumentStore = z.infer<typeof DocumentStoreSchema>;

export const DocumentStoreListQuerySchema = z.object(pagingFields);

export const DocumentStoreListAnswerSchema = listSchema(DocumentStoreSchema);

const storeFields = {
  name: z.string().trim().min(1, t('must not be empty')).max(255),
  description: z.string().max(10_000).nullish(),
  vectorStoreConfig: nullablePartField,
  embeddingConfig: nullablePartField,
  recordManagerConfig: nullablePartField,
};

export const DocumentStoreCreateSchema = z
  .object(storeFields)
  .meta({ id: 'DocumentStoreCreate', examples: [{ name: 'Staff handbook', description: 'What staff ask about' }] });

export type DocumentStoreCreate = z.output<typeof DocumentStoreCreateSchema>;

export const DocumentStoreUpdateSchema = z
  .object(storeFields)
  .partial()
  .meta({
    id: 'DocumentStoreUpdate',
    description: 'The fields to change.',
    examples: [{ name: 'Handbook of the staff' }],
  });

export type DocumentStoreUpdate = z.output<typeof DocumentStoreUpdateSchema>;

/** Answer of deleting a store: as of any row, and with Flowise's word for it. */
export const StoreDeletedSchema = DeletionResultSchema.extend({ deleted: z.int() }).meta({
  id: 'StoreDeleted',
  examples: [{ raw: [], affected: 1, deleted: 1 }],
});

export const StoreIdParamsSchema = IdParamsSchema;

export const LoaderParamsSchema = z.object({
  storeId: z.string().meta({ examples: [EXAMPLE_ID] }),
  loaderId: z.string().meta({ examples: [EXAMPLE_LOADER_ID] }),
});

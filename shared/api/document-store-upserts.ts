import { z } from 'zod';
import { t } from '../texts/t.ts';
import { absentable, EXAMPLE_ID, flagField } from './common.ts';
import {
  EXAMPLE_CHUNK_ID,
  EXAMPLE_LOADER_ID,
  filesField,
  metadataField,
  orText,
  partField,
} from './document-store-parts.ts';
import {
  filesFields,
  SkipFailedFilesSchema,
  UpsertResultSchema,
  VectorQueryBodySchema,
  VectorQueryResultSchema,
} from './vector.ts';

const upsertFields = {
  docId: absentable(z.string()).meta({
    description:
      'Id of a loader of the store, whose loader and splitter settings are taken over. Alone: the loader reads its source again.',
  }),
  metadata: metadataField.optional().meta({ description: 'Added to the metadata of every chunk that is loaded.' }),
  replaceExisting: flagField
    .optional()
    .meta({ description: 'The loader docId is loaded anew, instead of one more loader being made.' }),
  skipFailedFiles: SkipFailedFilesSchema,
  createNewDocStore: flagField.optional().meta({ description: 'Everything goes into a new store.' }),
  docStore: orText(
    z
      .object({ name: z.string().trim().min(1, t('must not be empty')).max(255), description: z.string().nullish() })
      .nullish()
      .transform((store) => store ?? undefined),
  ).optional(),
  loaderName: absentable(z.string()),
  loader: partField,
  splitter: partField,
  embedding: partField,
  vectorStore: partField,
  recordManager: partField,
};

/** What may be sent to upsert a store; an empty body loads what is new and brings all into the vector store. */
export const StoreUpsertBodySchema = z.object(upsertFields).meta({
  id: 'StoreUpsertBody',
  examples: [
    {
      docId: EXAMPLE_LOADER_ID,
      replaceExisting: true,
      splitter: { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 500 } },
    },
  ],
});

export type StoreUpsertBody = z.output<typeof StoreUpsertBodySchema>;

/** The same as a form: the parts as JSON text beside the files. */
export const StoreUpsertFormSchema = z
  .looseObject({ files: filesField, ...upsertFields })
  .meta({ id: 'StoreUpsertForm', examples: [{ files: ['handbook.md'], loader: '{"name":"fileLoader","config":{}}' }] });

export const StoreRefreshBodySchema = z
  .object({
    items: absentable(z.array(StoreUpsertBodySchema).max(1000)).meta({
      description: 'What to load anew, in this order; without it every loader.',
    }),
  })
  .meta({ id: 'StoreRefreshBody', examples: [{ items: [{ docId: EXAMPLE_LOADER_ID }] }] });

export const StoreUpsertResultSchema = UpsertResultSchema.omit({
  ignoredOverrides: true,
  sourceDocuments: true,
  sourceDocumentsTruncated: true,
})
  .extend({
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
  .object({ runId: z.uuid(), storeId: z.uuid(), docId: z.string().optional(), ...filesFields })
  .meta({
    id: 'StoreUpsertAccepted',
    examples: [{ runId: '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10', storeId: EXAMPLE_ID }],
  });

export const StoreQueryBodySchema = VectorQueryBodySchema.omit({ stopNodeId: true })
  .extend({
    storeId: z.string(),
    scoreThreshold: absentable(z.number()).meta({
      description: 'Passages of a lower score are left out. The scale of scores hangs on the mode.',
    }),
    inputs: absentable(z.record(z.string(), z.unknown())).meta({
      description: "Settings of the vector store for this question only, over the store's own.",
    }),
  })
  .meta({ id: 'StoreQueryBody', examples: [{ storeId: EXAMPLE_ID, query: 'How long may I keep a book?', topK: 4 }] });

export type StoreQueryBody = z.output<typeof StoreQueryBodySchema>;

export const StoreQueryResultSchema = z.object(VectorQueryResultSchema.shape).meta({
  id: 'StoreQueryResult',
  examples: [
    {
      timeTaken: 8,
      docs: [
        {
          id: EXAMPLE_CHUNK_ID,
          pageContent: 'Books may be kept for three weeks.',
          metadata: { source: 'handbook.md' },
          score: 0.82,
          relevance: 0.9,
          chunkNo: 7,
        },
      ],
    },
  ],
});

export type StoreQueryResult = z.infer<typeof StoreQueryResultSchema>;

export const VectorDeleteQuerySchema = z.object({
  docId: z
    .string()
    .optional()
    .meta({ description: 'Only what came from this loader.', examples: [EXAMPLE_LOADER_ID] }),
});

export const VectorsDeletedSchema = z
  .object({ numDeleted: z.int() })
  .meta({ id: 'VectorsDeleted', examples: [{ numDeleted: 45 }] });

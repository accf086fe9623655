import { z } from 'zod';
import { t } from '../texts/t.ts';
import { EXAMPLE_ID, wholeField } from './common.ts';
import { EXAMPLE_CHUNK_ID, EXAMPLE_LOADER_ID, metadataField } from './document-store-parts.ts';
import { LoaderParamsSchema, StoreLoaderSchema } from './document-stores.ts';

/** Chunks of a page. */
export const CHUNK_PAGE_SIZE = 50;

/** In the place of a loader's id: the chunks of all loaders. */
export const ALL_LOADERS = 'all';

export const ChunkPageParamsSchema = LoaderParamsSchema.extend({
  pageNo: wholeField(0)
    .transform((page) => Math.max(page, 1))
    .meta({ description: 'From 1 (0 is the first, too); 50 chunks a page.', examples: [1] }),
});

export const ChunkParamsSchema = LoaderParamsSchema.extend({
  chunkId: z.string().meta({ examples: [EXAMPLE_CHUNK_ID] }),
});

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

export const ChunkUpdateSchema = z
  .object({
    pageContent: z.string().refine((text) => text.replaceAll('\0', '').trim() !== '', t('must not be empty')),
    metadata: metadataField.optional(),
  })
  .partial()
  .refine((body) => body.pageContent !== undefined || body.metadata !== undefined, 'must have pageContent or metadata')
  .meta({
    id: 'ChunkUpdate',
    examples: [{ pageContent: 'Books may be kept for four weeks.', metadata: { source: 'handbook.md' } }],
  });

export type ChunkUpdate = z.output<typeof ChunkUpdateSchema>;

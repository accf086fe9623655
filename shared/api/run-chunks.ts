import { z } from 'zod';
import { wholeField } from './common.ts';

const RUN_CHUNK_KINDS = ['added', 'updated', 'deleted', 'skipped'] as const;
export const RunChunkKindSchema = z.enum(RUN_CHUNK_KINDS);
export type RunChunkKind = z.infer<typeof RunChunkKindSchema>;

export const RunChunkListQuerySchema = z.object({
  kind: RunChunkKindSchema,
  after: z
    .string()
    .regex(/^\d{1,15}(\.[\w-]{0,6000})?$/)
    .optional()
    .meta({ description: 'The `next` of the page before.' }),
  limit: wholeField(1, 200).default(50),
});
export type RunChunkListQuery = z.output<typeof RunChunkListQuerySchema>;

const MetadataSchema = z.record(z.string(), z.unknown());

export const RunChunkSchema = z.object({
  id: z.uuid(),
  source: z.string().meta({ description: 'File or address that it is of; empty where that is not known any more.' }),
  chunkNo: z.int().nullable().meta({ description: 'Its number among the chunks of its source, from 1.' }),
  pageContent: z.string().nullable().meta({ description: 'Null where the text is not kept any more.' }),
  metadata: MetadataSchema.nullable(),
  metadataBefore: MetadataSchema.nullable().meta({ description: 'Of an updated chunk: what it was before the run.' }),
  isStored: z.boolean().meta({ description: 'Whether the store has it now.' }),
});
export type RunChunk = z.infer<typeof RunChunkSchema>;

export const RunChunkListSchema = z
  .object({
    chunks: z.array(RunChunkSchema),
    next: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `after` for the next page; null at the end. A page may be short.' }),
    whyNot: z.string().optional().meta({ description: 'Why there is no such list.' }),
  })
  .meta({
    id: 'RunChunkList',
    examples: [
      {
        chunks: [
          {
            id: '5f0c5f0e-7c3f-4d4e-9a43-2c6a7c1b8d90',
            source: 'handbook.pdf',
            chunkNo: 1,
            pageContent: 'The garden gate is green.',
            metadata: { source: 'handbook.pdf' },
            metadataBefore: null,
            isStored: true,
          },
        ],
        next: null,
      },
    ],
  });
export type RunChunkList = z.infer<typeof RunChunkListSchema>;

/** What undoing a run has done. */
export const RunUndoneSchema = z
  .object({
    removed: z.int().meta({ description: 'Chunks that the run had added.' }),
    restored: z.int().meta({ description: 'Chunks that it had deleted.' }),
    reverted: z.int().meta({ description: 'Chunks whose metadata or place it had changed.' }),
  })
  .meta({ id: 'RunUndone', examples: [{ removed: 42, restored: 3, reverted: 1 }] });
export type RunUndone = z.infer<typeof RunUndoneSchema>;

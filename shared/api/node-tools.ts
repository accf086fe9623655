import { z } from 'zod';
import { flagField, wholeField } from './common.ts';
import { filesField, nullablePartField, partField, StorePartSchema } from './document-store-parts.ts';

/** How many chunks a preview of a node has if it is not said, and at most. */
const PREVIEW_DEFAULT = 5;
const PREVIEW_LIMIT = 100;

/** Of a preview, also of a document store's loader. */
export const StatisticsWantedSchema = flagField.optional().meta({
  description: 'Whether to read on behind the chunks that are shown, and say how many there are and how long.',
});

/** Of a preview, also of a document store's loader. */
export const PreviewNotesSchema = z
  .string()
  .optional()
  .meta({ description: 'What the loader tells of the files: which row of a table was taken for its header, say.' });

export const ChunkStatisticsSchema = z
  .object({
    chunks: z.int(),
    isWhole: z.boolean().meta({ description: 'False where there were too many to count: there are more.' }),
    shortest: z.int().meta({ description: 'Characters, as of the others.' }),
    median: z.number(),
    longest: z.int(),
  })
  .meta({
    id: 'ChunkStatistics',
    examples: [{ chunks: 41, isWhole: true, shortest: 120, median: 846.5, longest: 1000 }],
  });
export type ChunkStatistics = z.infer<typeof ChunkStatisticsSchema>;

const previewFields = {
  loader: partField.meta({
    description: 'The loader with its inputs; files that it keeps are among them, as a flow has them.',
  }),
  splitter: nullablePartField.meta({ description: 'Without one each document is one chunk.' }),
  embedding: partField.meta({ description: 'Only for a splitter that counts in the tokens of the flow’s own model.' }),
  limit: wholeField(1, PREVIEW_LIMIT)
    .default(PREVIEW_DEFAULT)
    .meta({ description: `How many chunks to show: ${PREVIEW_DEFAULT} if it is not said.` }),
  offset: wholeField(0).optional().meta({ description: 'How many chunks come before the first one.' }),
  statistics: StatisticsWantedSchema,
};

/** What `POST /nodes/preview` takes: nodes as `{name, config}`; the id of a credential is `config.credential`. */
export const NodePreviewBodySchema = z.object(previewFields).meta({
  id: 'NodePreviewBody',
  examples: [
    {
      loader: { name: 'plainText', config: { text: 'Books may be kept for three weeks.' } },
      splitter: { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 500, chunkOverlap: 50 } },
      limit: 5,
    },
  ],
});
export type NodePreviewBody = z.output<typeof NodePreviewBodySchema>;

export const NodePreviewFormSchema = z.looseObject({ files: filesField, ...previewFields }).meta({
  id: 'NodePreviewForm',
  examples: [{ files: ['handbook.md'], loader: { name: 'fileLoader', config: {} } }],
});

export const NodePreviewSchema = z
  .object({
    chunks: z.array(
      z.object({ chunkNo: z.int(), pageContent: z.string(), metadata: z.record(z.string(), z.unknown()) }),
    ),
    isComplete: z.boolean().meta({ description: 'Whether there are none behind these.' }),
    notes: PreviewNotesSchema,
    statistics: ChunkStatisticsSchema.optional().meta({ description: 'If they were asked for.' }),
  })
  .meta({
    id: 'NodePreview',
    examples: [
      {
        chunks: [
          {
            chunkNo: 1,
            pageContent: 'Books may be kept for three weeks.',
            metadata: { source: 'Plain text', loc: { lines: { from: 1, to: 1 }, offset: { from: 0, to: 34 } } },
          },
        ],
        isComplete: true,
      },
    ],
  });
export type NodePreview = z.infer<typeof NodePreviewSchema>;

export const ConnectionTestBodySchema = StorePartSchema.meta({
  id: 'ConnectionTestBody',
  description:
    'A node that talks to something outside, with its inputs; the id of a credential is `config.credential`.',
  examples: [{ name: 'ollamaEmbedding', config: { baseUrl: 'http://localhost:11434', modelName: 'nomic-embed-text' } }],
});

/** The models that the service of a node has. */
export const ListedModelsSchema = z
  .object({
    models: z.array(z.string()).meta({ description: 'By name, those that look as if they embed first.' }),
    message: z.string().optional().meta({ description: 'Why there is no list, and what to do.' }),
    code: z.string().optional().meta({ description: 'Code of the error, if it failed.' }),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ListedModels', examples: [{ models: ['nomic-embed-text', 'llama3.2'] }] });
export type ListedModels = z.infer<typeof ListedModelsSchema>;

export const ConnectionTestSchema = z
  .object({
    ok: z.boolean(),
    message: z.string().meta({ description: 'What answered; or what failed, and what to do.' }),
    elapsedMs: z.number(),
    code: z.string().optional().meta({ description: 'Code of the error, if it failed.' }),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({
    id: 'ConnectionTest',
    examples: [{ ok: true, message: 'nomic-embed-text answers with 768 numbers a text.', elapsedMs: 41 }],
  });
export type ConnectionTest = z.infer<typeof ConnectionTestSchema>;

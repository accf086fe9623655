import { z } from 'zod';
import { t } from '../texts/t.ts';
import { absentable, flagField } from './common.ts';
import { ContentsQuerySchema } from './contents.ts';

/** Chunks whose texts one answer gives at most. */
const MAP_CHUNKS_LIMIT = 50;
/** Chunks that are found for a question at most. */
const HITS_LIMIT = 50;

const EXAMPLE_CHUNK = '0d9c3a52-7d0e-4f0c-8f0b-5c4e1f6a7b8c';

export const ContentMapQuerySchema = ContentsQuerySchema.extend({
  fresh: flagField.meta({
    description: 'Draw again if the collection has changed since. Without it a map that was drawn before is given.',
  }),
});

const DrawingSchema = z.object({
  state: z.literal('DRAWING'),
  step: z.enum(['READING', 'COMPARING', 'ARRANGING']),
  fraction: z.number().meta({ description: 'Of the step, 0 to 1.' }),
});

const ReadyMapSchema = z.object({
  state: z.literal('READY'),
  isCurrent: z.boolean().meta({ description: 'Whether it is of the collection as it is now.' }),
  chunks: z.int().meta({ description: 'In the collection; at most 5,000 of them are drawn.' }),
  isPartial: z.boolean().meta({ description: 'The remote store has more chunks than are listed.' }),
  method: z.enum(['PCA', 'UMAP']).meta({ description: 'UMAP from ten chunks on.' }),
  sources: z.array(z.object({ name: z.string(), chunks: z.int() })),
  points: z
    .object({
      ids: z.array(z.string()),
      sources: z.array(z.int()).meta({ description: 'Numbers in `sources`, from 0.' }),
      x: z.array(z.number()).meta({ description: 'From -1 to 1.' }),
      y: z.array(z.number()).meta({ description: 'From -1 to 1, upwards.' }),
    })
    .meta({ description: 'The chunks, one in each of the four lists.' }),
});
export type ReadyMap = z.infer<typeof ReadyMapSchema>;

export const ContentMapSchema = z.discriminatedUnion('state', [DrawingSchema, ReadyMapSchema]).meta({
  id: 'ContentMap',
  examples: [
    { state: 'DRAWING', step: 'ARRANGING', fraction: 0.4 },
    {
      state: 'READY',
      isCurrent: true,
      chunks: 2,
      isPartial: false,
      method: 'PCA',
      sources: [{ name: 'handbook.md', chunks: 2 }],
      points: { ids: [EXAMPLE_CHUNK, EXAMPLE_CHUNK.replace('0d', '1d')], sources: [0, 0], x: [-1, 1], y: [0, 0] },
    },
  ],
});
export type ContentMap = z.infer<typeof ContentMapSchema>;

const exampleChunk = {
  id: EXAMPLE_CHUNK,
  source: 'handbook.md',
  chunkNo: 1,
  pageContent: 'Books may be kept for three weeks.',
  contentsId: EXAMPLE_CHUNK,
};

const MapChunkSchema = z.object({
  id: z.string(),
  source: z.string(),
  chunkNo: z.int(),
  pageContent: z.string(),
  contentsId: z.string().nullable().meta({
    description:
      'The chunk in `/contents/{id}/chunks`: in a document store another one, or none if it has changed since the upsert.',
  }),
});
export type MapChunk = z.infer<typeof MapChunkSchema>;

export const MapChunksQuerySchema = ContentsQuerySchema.extend({
  ids: z
    .string()
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.uuid()).max(MAP_CHUNKS_LIMIT))
    .meta({
      description: `Ids of points, separated by commas; at most ${MAP_CHUNKS_LIMIT}.`,
      examples: [EXAMPLE_CHUNK],
    }),
});

export const MapChunksSchema = z
  .object({ chunks: z.array(MapChunkSchema) })
  .meta({ id: 'MapChunks', examples: [{ chunks: [exampleChunk] }] });

export const MapQuestionSchema = z
  .object({
    question: z.string().trim().min(1, t('must not be empty')).max(8000),
    topK: absentable(z.int().min(1).max(HITS_LIMIT)).meta({ description: 'Chunks to find; without it 10.' }),
  })
  .meta({ id: 'MapQuestion', examples: [{ question: 'How long may I keep a book?' }] });

export const MapAnswerSchema = z
  .object({
    x: z.number().meta({ description: 'Where the question is: at the mean of the drawn chunks nearest to it.' }),
    y: z.number(),
    chunks: z
      .array(MapChunkSchema.extend({ score: z.number(), x: z.number(), y: z.number() }))
      .meta({ description: 'The best answers by meaning, best first, also those that are not drawn.' }),
  })
  .meta({ id: 'MapAnswer', examples: [{ x: -0.9, y: 0.1, chunks: [{ ...exampleChunk, score: 0.8, x: -1, y: 0 }] }] });
export type MapAnswer = z.infer<typeof MapAnswerSchema>;

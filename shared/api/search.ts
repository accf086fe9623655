import { z } from 'zod';
import { absentable, EXAMPLE_ID } from './common.ts';
import { EXAMPLE_CHUNK, QueryDocSchema, VectorQueryBodySchema } from './vector.ts';

/** Passages of an answer if the call names no number. */
export const SEARCH_TOP_K = 10;

/** More are a list of everything, which is searched without one. */
const OWNERS_LIMIT = 100;

export const SearchBodySchema = VectorQueryBodySchema.pick({
  query: true,
  topK: true,
  filter: true,
  hybridWeight: true,
})
  .extend({
    mode: VectorQueryBodySchema.shape.mode.meta({
      description:
        'By words, by meaning, or both; without it as the settings of each flow and store say. Those that cannot search so are among `unanswered`.',
    }),
    owners: absentable(z.array(z.string()).max(OWNERS_LIMIT)).meta({
      description:
        'Ids of the chatflows and document stores to ask. Without it all that hold something and that the call may see.',
    }),
  })
  .strict()
  .meta({ id: 'SearchBody', examples: [{ query: 'How long may I keep a book?', topK: 4 }] });
export type SearchBody = z.infer<typeof SearchBodySchema>;

export const SearchOwnerSchema = z.object({
  id: z.string(),
  kind: z.enum(['chatflow', 'documentStore']),
  name: z.string(),
});
export type SearchOwner = z.infer<typeof SearchOwnerSchema>;

export const SearchResultSchema = z
  .object({
    timeTaken: z.number().meta({ description: 'Milliseconds.' }),
    docs: z.array(QueryDocSchema.extend({ owner: SearchOwnerSchema })).meta({
      description: 'Passages of all owners, the most relevant first. One that several flows share is given once.',
    }),
    unanswered: z
      .array(SearchOwnerSchema.extend({ code: z.string(), message: z.string() }))
      .meta({ description: 'Those that could not answer, and why.' }),
  })
  .meta({
    id: 'SearchResult',
    examples: [
      {
        timeTaken: 12,
        docs: [
          {
            ...EXAMPLE_CHUNK,
            score: 0.82,
            relevance: 0.9,
            chunkNo: 7,
            owner: { id: EXAMPLE_ID, kind: 'chatflow', name: 'Handbook' },
          },
        ],
        unanswered: [],
      },
    ],
  });
export type SearchResult = z.infer<typeof SearchResultSchema>;

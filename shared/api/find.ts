import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';

/** How many of each are found at most. */
export const FOUND_LIMIT = 20;

export const FindQuerySchema = z.object({
  text: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ description: 'A part of the name, in small or capital letters.', examples: ['handbook'] }),
});

/** A file or page that a flow or document store holds. */
export const FoundSourceSchema = z
  .object({
    ownerId: z.string(),
    ownerName: z.string(),
    kind: z.enum(['chatflow', 'documentStore']),
    source: z.string(),
    chunks: z.int(),
  })
  .meta({
    id: 'FoundSource',
    examples: [
      { ownerId: EXAMPLE_ID, ownerName: 'Handbook', kind: 'chatflow', source: 'garden-handbook.pdf', chunks: 12 },
    ],
  });
export type FoundSource = z.infer<typeof FoundSourceSchema>;

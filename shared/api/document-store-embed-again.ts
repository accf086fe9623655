import { z } from 'zod';
import { flagField } from './common.ts';
import { ownPartField } from './document-store-parts.ts';

/** What all stored chunks of a store are to be embedded with, or where they are to be moved; what is left out stays as it is. */
export const EmbedAgainBodySchema = z
  .strictObject({
    embedding: ownPartField,
    vectorStore: ownPartField,
    recordManager: ownPartField,
    keepsOld: flagField.optional().meta({
      description: 'Whether what is stored in the present collection stays there. Left out: it is deleted afterwards.',
    }),
  })
  .meta({
    id: 'EmbedAgainBody',
    examples: [{ embedding: { name: 'openAIEmbeddings', config: { modelName: 'text-embedding-3-small' } } }],
  });

export type EmbedAgainBody = z.output<typeof EmbedAgainBodySchema>;

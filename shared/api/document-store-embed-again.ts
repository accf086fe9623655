import { z } from 'zod';
import { partField } from './document-store-parts.ts';

/** What all stored chunks of a store are to be embedded with; what is left out stays as it is. */
export const EmbedAgainBodySchema = z
  .object({ embedding: partField, vectorStore: partField, recordManager: partField })
  .meta({
    id: 'EmbedAgainBody',
    examples: [{ embedding: { name: 'openAIEmbeddings', config: { modelName: 'text-embedding-3-small' } } }],
  });

export type EmbedAgainBody = z.output<typeof EmbedAgainBodySchema>;

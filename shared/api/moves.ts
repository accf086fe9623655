import { z } from 'zod';
import { EXAMPLE_ID, flagField } from './common.ts';
import { OwnPartChangeSchema } from './document-store-parts.ts';

/** Where what a flow has stored is moved. */
export const MoveBodySchema = z
  .strictObject({
    vectorStore: OwnPartChangeSchema,
    nodeId: z.string().optional().meta({ description: 'The vector store to move, of a flow that has several.' }),
    keepsOld: flagField.optional().meta({
      description: 'Whether what is stored in the present collection stays there. Left out: it is deleted afterwards.',
    }),
  })
  .meta({
    id: 'MoveBody',
    examples: [
      {
        vectorStore: {
          name: 'qdrant',
          config: { qdrantServerUrl: 'http://localhost:6333', qdrantCollection: 'handbook' },
        },
      },
    ],
  });
export type MoveBody = z.output<typeof MoveBodySchema>;

export const MoveAcceptedSchema = z
  .object({ runId: z.string() })
  .meta({ id: 'MoveAccepted', examples: [{ runId: EXAMPLE_ID }] });

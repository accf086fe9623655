import { z } from 'zod';
import { flagField, wholeField } from './common.ts';
import { CHUNKS_LIMIT, ContentChunkSchema, ContentsParamsSchema, nodeId, whole } from './contents.ts';

export const EditListQuerySchema = z.object({
  nodeId,
  changed: flagField.meta({ description: 'Only edits whose passage has changed since.' }),
  after: whole(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of the last edit of the page before.' }),
  limit: whole(CHUNKS_LIMIT),
});

const ContentEditSchema = z.object({
  id: z.int(),
  source: z.string(),
  chunkNo: z.int(),
  original: z.string().meta({ description: 'The passage when it was edited.' }),
  edited: z.string().nullable().meta({ description: 'null: it is deleted.' }),
  editedDate: z.string(),
  isChanged: z.boolean().meta({ description: 'The last load of the source did not meet the passage.' }),
  now: ContentChunkSchema.nullable().meta({ description: 'What seems to stand in its place now, if it has changed.' }),
});

export const ContentEditsSchema = z.object({ edits: z.array(ContentEditSchema), next: z.int().nullable() }).meta({
  id: 'ContentEdits',
  examples: [
    {
      edits: [
        {
          id: 3,
          source: 'handbook.md',
          chunkNo: 1,
          original: 'Books may be kept for three weeks.',
          edited: 'Books may be kept for four weeks.',
          editedDate: '2026-11-23T08:00:00.000Z',
          isChanged: false,
          now: null,
        },
      ],
      next: null,
    },
  ],
});
export type ContentEdits = z.infer<typeof ContentEditsSchema>;

export const EditParamsSchema = ContentsParamsSchema.extend({
  editId: wholeField().meta({ examples: [3] }),
});

export const EditDecisionSchema = z
  .object({
    keep: z
      .enum(['edit', 'new'])
      .meta({ description: '`edit` puts it in the place of the new text; `new` forgets it.' }),
  })
  .meta({ id: 'EditDecision', examples: [{ keep: 'edit' }] });

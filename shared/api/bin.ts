import { z } from 'zod';
import { absentable, EXAMPLE_ID, wholeField } from './common.ts';

/** How long what is in the bin can be restored, in ms. */
export const BIN_KEPT_MS = 7 * 24 * 60 * 60_000;

/** A flow or document store that was deleted and can be restored. */
export const BinEntrySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['chatflow', 'documentStore']),
    name: z.string(),
    deletedDate: z.iso.datetime(),
    goesDate: z.iso.datetime().meta({ description: 'Then it is removed, with all that it has stored.' }),
  })
  .meta({
    id: 'BinEntry',
    examples: [
      {
        id: EXAMPLE_ID,
        kind: 'chatflow',
        name: 'Handbook',
        deletedDate: '2025-01-15T10:30:00.000Z',
        goesDate: '2025-01-22T10:30:00.000Z',
      },
    ],
  });
export type BinEntry = z.infer<typeof BinEntrySchema>;

export const BinPutSchema = z
  .object({
    externalStores: z.enum(['keep', 'delete']).optional().meta({
      description: '`delete`: what it has in remote stores goes with it at the end.',
    }),
  })
  .meta({ examples: [{}] });

/** Removed sources that one answer lists at most. */
const SOURCES_LIMIT = 500;

export const BinSourcesQuerySchema = z.object({
  ownerId: absentable(z.string()).meta({ description: 'Only of this chatflow or document store.' }),
  before: absentable(wholeField(0)).meta({ description: '`next` of another page.' }),
  limit: absentable(wholeField(0, SOURCES_LIMIT)).meta({ description: `At most ${SOURCES_LIMIT}; without it 200.` }),
});

/** A source that was removed from a chatflow or document store, and can be restored. */
const BinnedSourceSchema = z.object({
  id: z.int(),
  name: z.string(),
  ownerId: z.string().meta({ description: 'The chatflow or document store that it was removed from.' }),
  ownerKind: z.enum(['chatflow', 'documentStore']),
  ownerName: z.string(),
  chunks: z.int(),
  deletedDate: z.iso.datetime(),
  goesDate: z.iso.datetime().meta({ description: 'Then it is deleted for good.' }),
});
export type BinnedSourceInfo = z.infer<typeof BinnedSourceSchema>;

export const BinSourcesSchema = z
  .object({
    sources: z.array(BinnedSourceSchema),
    total: z.int(),
    next: z.int().nullable().meta({ description: 'Send it as `before` for the next page; null at the end.' }),
  })
  .meta({
    id: 'BinSources',
    examples: [
      {
        sources: [
          {
            id: 2,
            name: 'handbook.md',
            ownerId: EXAMPLE_ID,
            ownerKind: 'chatflow',
            ownerName: 'Handbook',
            chunks: 12,
            deletedDate: '2025-01-15T10:30:00.000Z',
            goesDate: '2025-01-22T10:30:00.000Z',
          },
        ],
        total: 1,
        next: null,
      },
    ],
  });

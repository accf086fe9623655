import { z } from 'zod';
import { EXAMPLE_ID } from './common.ts';

/** How long what is in the bin can be brought back, in ms. */
export const BIN_KEPT_MS = 7 * 24 * 60 * 60_000;

/** A flow or document store that was deleted and can be brought back. */
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

import { z } from 'zod';

/** What takes space in the data folder. */
export const STORAGE_PARTS = [
  'texts',
  'vectors',
  'records',
  'chats',
  'otherRows',
  'freePages',
  'keywords',
  'graphs',
  'originals',
  'uploads',
  'cache',
  'models',
  'backups',
  'setAside',
  'logs',
  'other',
] as const;
const StoragePartNameSchema = z.enum(STORAGE_PARTS);
export type StoragePartName = z.infer<typeof StoragePartNameSchema>;

export const StoragePartSchema = z
  .object({
    name: StoragePartNameSchema,
    sizeBytes: z.int(),
    freeableBytes: z.int().meta({ description: 'What a clean-up of this part would free; an estimate for vectors.' }),
  })
  .meta({ id: 'StoragePart', examples: [{ name: 'cache', sizeBytes: 1_048_576, freeableBytes: 1_048_576 }] });
export type StoragePart = z.infer<typeof StoragePartSchema>;

/** Parts that can be cleaned up: nothing that people have stored goes with them. */
export const CLEANABLE_PARTS = ['cache', 'vectors', 'uploads', 'setAside'] as const;
const CleanablePartSchema = z.enum(CLEANABLE_PARTS);
export type CleanablePart = z.infer<typeof CleanablePartSchema>;

export const CleanUpBodySchema = z.object({ part: CleanablePartSchema }).meta({ examples: [{ part: 'cache' }] });

const cleaned = { part: 'cache', freedBytes: 1_048_576, endedDate: '2026-01-31T13:05:00.000Z', failure: null } as const;

const CleanedSchema = z
  .object({
    part: CleanablePartSchema,
    freedBytes: z.int(),
    endedDate: z.iso.datetime(),
    failure: z.string().nullable().meta({ description: 'Why it did not finish.' }),
  })
  .meta({ id: 'CleanedPart', examples: [cleaned] });

export const StorageSchema = z
  .object({
    dataDir: z.string(),
    freeBytes: z.int().meta({ description: 'Free space on the disk of the data folder.' }),
    parts: z.array(StoragePartSchema).meta({ description: 'As last measured; empty before the first time.' }),
    measuredDate: z.iso.datetime().nullable(),
    isMeasuring: z.boolean(),
    failure: z.string().nullable().meta({ description: 'Why the last measurement failed.' }),
    cleaning: CleanablePartSchema.nullable().meta({ description: 'What is being cleaned up.' }),
    cleaned: CleanedSchema.nullable().meta({ description: 'The last clean-up since the start.' }),
  })
  .meta({
    id: 'Storage',
    examples: [
      {
        dataDir: '/home/ada/.local/share/tributary',
        freeBytes: 80_000_000_000,
        parts: [{ name: 'cache', sizeBytes: 1_048_576, freeableBytes: 1_048_576 }],
        measuredDate: '2026-01-31T13:00:00.000Z',
        isMeasuring: false,
        failure: null,
        cleaning: null,
        cleaned,
      },
    ],
  });
export type Storage = z.infer<typeof StorageSchema>;

export const StorageQuerySchema = z.object({
  fresh: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: measure again now, in the background.', examples: ['true'] }),
});

export const CleanUpAnswerSchema = z
  .object({ cleaning: CleanablePartSchema })
  .meta({ id: 'CleanUpAnswer', examples: [{ cleaning: 'cache' }] });

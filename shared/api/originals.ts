import { z } from 'zod';
import { SampleFileSchema } from './info.ts';

const totals = {
  files: z.int().meta({ description: 'Several names of one content count as one.' }),
  sizeBytes: z.int(),
};

/** All originals in the data folder. */
export const OriginalTotalsSchema = z
  .object(totals)
  .meta({ id: 'OriginalTotals', examples: [{ files: 12, sizeBytes: 4_812_003 }] });

/** Originals of a flow. */
export const OwnerOriginalsSchema = z
  .object({
    keepsOriginals: z.boolean().meta({ description: 'Whether uploads are kept from now on.' }),
    isFixed: z
      .boolean()
      .meta({ description: 'A document store always keeps its uploads, since its loaders read them again.' }),
    ...totals,
  })
  .meta({
    id: 'OwnerOriginals',
    examples: [{ keepsOriginals: true, isFixed: false, files: 3, sizeBytes: 912_034 }],
  });
export type OwnerOriginals = z.infer<typeof OwnerOriginalsSchema>;

export const OriginalsChangeSchema = z
  .object({ keepsOriginals: z.boolean() })
  .meta({ id: 'OriginalsChange', examples: [{ keepsOriginals: false }] });

/** Which source of a flow or store. */
export const OriginalQuerySchema = z.object({
  source: z
    .string()
    .min(1)
    .meta({ description: '`source` in the metadata of its chunks.', examples: ['rules.pdf'] }),
  docId: z
    .string()
    .optional()
    .meta({ description: 'Of a document store: the loader, where several have such a file.' }),
});
export type OriginalQuery = z.infer<typeof OriginalQuerySchema>;

export const OriginalSchema = z
  .object({
    source: z.string(),
    place: z.enum(['kept', 'folder', 'web', 'none']).meta({
      description:
        'kept: in the data folder. folder: on this machine, in a folder that a loader reads. web: at `url`. none: nowhere that Tributary knows of.',
    }),
    kind: z.enum(['pdf', 'table', 'markdown', 'text']).meta({ description: 'How it can be shown.' }),
    sizeBytes: z.int().nullable().meta({ description: 'Null where it can not be read here.' }),
    url: z.string().nullable(),
    message: z.string().meta({ description: 'Where it lies, for people.' }),
  })
  .meta({
    id: 'Original',
    examples: [
      {
        source: 'rules.pdf',
        place: 'kept',
        kind: 'pdf',
        sizeBytes: 120_312,
        url: null,
        message: 'Kept when it was uploaded on 31 January 2026.',
      },
    ],
  });
export type Original = z.infer<typeof OriginalSchema>;

/** The bytes of an original. */
export const OriginalFileSchema = SampleFileSchema;

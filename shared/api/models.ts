import { z } from 'zod';

const ModelIdSchema = z
  .string()
  .meta({ description: 'Hugging Face id, owner/name.', examples: ['Xenova/bge-small-en-v1.5'] });

const ModelUserSchema = z.object({
  kind: z.enum(['flow', 'store']),
  id: z.string(),
  name: z.string(),
});

/** An on-device model. */
export const LocalModelSchema = z
  .object({
    id: z.string().meta({ description: '"built-in", a Hugging Face id, or the path of a folder.' }),
    label: z.string(),
    purpose: z.string(),
    licence: z.string().nullable().meta({ description: 'SPDX id; null: not known, see its page on the hub.' }),
    languages: z.string().nullable(),
    sizeBytes: z.int().nullable().meta({ description: 'What is fetched once; null: not known yet.' }),
    state: z.enum(['built-in', 'folder', 'ready', 'partial', 'downloading', 'absent']),
    receivedBytes: z.int().meta({ description: 'What is on this machine.' }),
    fraction: z.number().nullable().meta({ description: 'How much of the download is done, 0 to 1.' }),
    failure: z.string().nullable().meta({ description: 'Why the last download since the start did not finish.' }),
    usedBy: z.array(ModelUserSchema),
  })
  .meta({
    id: 'LocalModel',
    examples: [
      {
        id: 'Xenova/bge-small-en-v1.5',
        label: 'BGE small (English, best)',
        purpose: 'Finds best in English texts.',
        licence: 'MIT',
        languages: 'English',
        sizeBytes: 34_000_000,
        state: 'ready',
        receivedBytes: 34_012_345,
        fraction: null,
        failure: null,
        usedBy: [{ kind: 'flow', id: '6f8c', name: 'My documents' }],
      },
    ],
  });
export type LocalModel = z.infer<typeof LocalModelSchema>;

export const ModelListSchema = z
  .object({
    models: z.array(LocalModelSchema),
    preferred: z.string().meta({ description: 'The model that new flows of the window begin with.' }),
    hub: z.string().meta({ description: 'Where models are fetched from.' }),
  })
  .meta({ id: 'ModelList', examples: [{ models: [], preferred: 'built-in', hub: 'huggingface.co' }] });
export type ModelList = z.infer<typeof ModelListSchema>;

export const ModelBodySchema = z
  .object({ model: ModelIdSchema })
  .meta({ examples: [{ model: 'Xenova/bge-small-en-v1.5' }] });

export const ModelDownloadBodySchema = ModelBodySchema.extend({
  prefer: z.boolean().optional().meta({
    description:
      'When it is there, new flows of the window begin with it, and so do flows with the built-in model that were never run.',
  }),
}).meta({ examples: [{ model: 'Xenova/bge-small-en-v1.5', prefer: true }] });

export const PreferredModelBodySchema = z
  .object({ model: z.string().meta({ description: '"built-in", or a model that is ready.' }) })
  .meta({ examples: [{ model: 'built-in' }] });

export const ModelQuerySchema = z.object({ model: ModelIdSchema });

import { z } from 'zod';
import { t } from '../texts/t.ts';
import { EXAMPLE_ID, listSchema, pagingFields } from './common.ts';

export const ApiKeyCreateSchema = z
  .object({ keyName: z.string().trim().min(1, t('must not be empty')).max(255) })
  .meta({ id: 'ApiKeyCreate', examples: [{ keyName: 'Nightly import' }] });
export type ApiKeyCreate = z.output<typeof ApiKeyCreateSchema>;

/** PUT merges the fields given. */
export const ApiKeyUpdateSchema = ApiKeyCreateSchema.partial().meta({
  id: 'ApiKeyUpdate',
  description: 'The fields to change.',
  examples: [{ keyName: 'Weekly import' }],
});
export type ApiKeyUpdate = z.output<typeof ApiKeyUpdateSchema>;

const keyFields = {
  id: z.uuid(),
  keyName: z.string(),
  hint: z.string().meta({ description: 'The last characters of the key, to tell keys apart.' }),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'To the minute. Null: never.' }),
  chatFlows: z
    .array(z.object({ id: z.uuid(), name: z.string() }))
    .meta({ description: 'The chatflows whose upserts need this key.' }),
  createdDate: z.iso.datetime(),
  updatedDate: z.iso.datetime(),
};

const exampleKey = {
  id: EXAMPLE_ID,
  keyName: 'Nightly import',
  hint: 'x7Qk',
  lastUsedAt: null,
  chatFlows: [],
  createdDate: '2025-01-15T10:30:00.000Z',
  updatedDate: '2025-01-15T10:30:00.000Z',
};

export const ApiKeySchema = z.object(keyFields).meta({ id: 'ApiKey', examples: [exampleKey] });
export type ApiKey = z.infer<typeof ApiKeySchema>;

/** Answer to making a key: the only one that ever has the key itself. */
export const NewApiKeySchema = z
  .object({
    ...keyFields,
    apiKey: z.string().meta({ description: 'The key. It is shown this once and stored nowhere.' }),
  })
  .meta({ id: 'NewApiKey', examples: [{ ...exampleKey, apiKey: 'mR8w0e4cQ1bV6nT3yU9iO2pL5kJ7hG0fD4sA8zWx7Qk' }] });
export type NewApiKey = z.infer<typeof NewApiKeySchema>;

export const ApiKeyListAnswerSchema = listSchema(ApiKeySchema);
export const ApiKeyListQuerySchema = z.object(pagingFields);

import {
  ApiKeyCreateSchema,
  ApiKeyListAnswerSchema,
  ApiKeyListQuerySchema,
  ApiKeySchema,
  ApiKeyUpdateSchema,
  NewApiKeySchema,
} from '../api/apikeys.ts';
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource.ts';

const apiKeys = resourceOperations({
  path: '/apikey',
  tag: 'API keys',
  words: ['an API key', 'API keys'],
  notFound: 'API_KEY_NOT_FOUND',
});

/** `/apikey`: list, create, rename, delete. */
export const apiKeyOperations = {
  listApiKeys: apiKeys.list(ApiKeyListQuerySchema, ApiKeyListAnswerSchema),
  createApiKey: apiKeys.create(ApiKeyCreateSchema, NewApiKeySchema),
  updateApiKey: apiKeys.update(ApiKeyUpdateSchema, ApiKeySchema),
  deleteApiKey: apiKeys.remove(['API_KEY_IN_USE']),
} as const satisfies Operations;

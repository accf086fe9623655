import {
  ApiKeyCreateSchema,
  ApiKeyListAnswerSchema,
  ApiKeyListQuerySchema,
  ApiKeySchema,
  ApiKeyUpdateSchema,
  NewApiKeySchema,
} from '../../../shared/api/apikeys.ts';
import { resourceRoutes } from './resource-routes.ts';

/** `/apikey`: list, create, rename, delete. */
export const apiKeyRoutes = resourceRoutes({
  path: '/apikey',
  tag: 'API keys',
  names: ['ApiKey', 'ApiKeys'],
  words: ['an API key', 'API keys'],
  schemas: {
    create: ApiKeyCreateSchema,
    update: ApiKeyUpdateSchema,
    row: ApiKeySchema,
    created: NewApiKeySchema,
    list: ApiKeyListAnswerSchema,
    listQuery: ApiKeyListQuerySchema,
  },
  notFound: 'API_KEY_NOT_FOUND',
  removeErrors: ['API_KEY_IN_USE'],
  // The only answer with a key in it: proxies must not keep it.
  createHeaders: { 'cache-control': 'no-store' },
  service: ({ apiKeys }) => apiKeys,
});

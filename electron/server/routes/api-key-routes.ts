import {
  ApiKeyCreateSchema,
  ApiKeyListAnswerSchema,
  ApiKeyListQuerySchema,
  ApiKeySchema,
  ApiKeyUpdateSchema,
  NewApiKeySchema,
} from '../../../shared/api/apikeys.ts';
import type { ApiKeyService } from '../services/api-key-service.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';
import { DELETED, describeResource } from './resource-operations.ts';

const operations = describeResource({
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
});

/** `/apikey`: list, create, rename, delete. */
export function apiKeyRoutes(app: ApiApp, keys: ApiKeyService): void {
  app.get('/apikey', operations.list, ({ query }) => keys.list(readPaging(query)));
  app.post('/apikey', operations.create, ({ body }, reply) => {
    // The one answer with a key in it: nobody on the way keeps it.
    reply.header('cache-control', 'no-store');
    return keys.create(body);
  });
  app.put('/apikey/:id', operations.update, ({ params, body }) => keys.update(params.id, body));
  app.delete('/apikey/:id', operations.remove, ({ params }) => {
    keys.remove(params.id);
    return DELETED;
  });
}

import type { apiKeyOperations } from '../../../shared/operations/api-key.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

const apiKeys = resourceRoutes((context) => context.apiKeys);

/** `/apikey`: list, create, rename, delete. */
export const apiKeyRoutes = {
  listApiKeys: apiKeys.list,
  createApiKey: {
    touches: 'nothing',
    handle({ body }, context, reply) {
      // The only answer with a key in it: proxies must not keep it.
      reply.header('cache-control', 'no-store');
      return context.apiKeys.create(body);
    },
  },
  updateApiKey: apiKeys.update,
  deleteApiKey: apiKeys.remove,
} satisfies RoutesOf<typeof apiKeyOperations>;

import type { storageOperations } from '../../../shared/operations/storage.ts';
import type { RoutesOf } from './route.ts';

/** `/server-settings` and `/storage`: what the server runs with, and what takes space in its data folder. */
export const storageRoutes = {
  getServerSettings: {
    touches: 'nothing',
    handle: (_request, { serverSettings }) => serverSettings(),
  },
  getStorage: {
    touches: 'nothing',
    handle: ({ query }, { storage }) => storage.look(query.fresh === 'true'),
  },
  cleanUpStorage: {
    touches: 'everything',
    handle({ body }, { storage }, reply) {
      storage.cleanUp(body.part);
      reply.code(202);
      return { cleaning: body.part };
    },
  },
} satisfies RoutesOf<typeof storageOperations>;

import type { syncOperations } from '../../../shared/operations/sync.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** `/sync`: syncing flows and document stores with where their documents come from. */
export const syncRoutes = {
  listSyncs: {
    touches: 'visible',
    handle: ({ hiddenOwners: hidden }, { sync }) => sync.list().filter(({ ownerId }) => !hidden.has(ownerId)),
  },
  getSync: {
    touches: itsOwner,
    handle: ({ params }, { sync }) => sync.read(params.id),
  },
  saveSync: {
    touches: itsOwner,
    handle: ({ params, body }, { sync }) => sync.save(params.id, body),
  },
  refreshSync: {
    touches: itsOwner,
    async handle({ params }, { sync }, reply) {
      const state = await sync.refresh(params.id);
      reply.code(202);
      return state;
    },
  },
  answerSync: {
    touches: itsOwner,
    handle: ({ params, body }, { sync }) => sync.answer(params.id, body),
  },
  readSyncLog: {
    touches: itsOwner,
    handle: ({ params, query }, { sync }) => sync.log(params.id, query.before, query.limit),
  },
} satisfies RoutesOf<typeof syncOperations>;

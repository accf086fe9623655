import type { binOperations } from '../../../shared/operations/bin.ts';
import type { RoutesOf } from './route.ts';
import { itsChats, itsOwner } from './touches.ts';

const SOURCES_A_PAGE = 200;

/** `/bin`: flows and document stores that can be restored. */
export const binRoutes = {
  listBin: {
    touches: 'visible',
    handle: ({ hiddenOwners: hidden }, { bin }) => bin.list().filter(({ id }) => !hidden.has(id)),
  },
  listBinSources: {
    touches: 'visible',
    handle({ query, hiddenOwners: hidden }, { contents }) {
      const { ownerId, before = Number.MAX_SAFE_INTEGER, limit = SOURCES_A_PAGE } = query;
      return contents.listBinned({ ownerId, before, limit, hidden });
    },
  },
  binChatflow: {
    touches: itsChats,
    handle: ({ params, body }, { bin }) => bin.add('chatflow', params.id, body.externalStores === 'delete'),
  },
  binDocumentStore: {
    touches: itsChats,
    handle: ({ params, body }, { bin }) => bin.add('documentStore', params.id, body.externalStores === 'delete'),
  },
  restoreFromBin: {
    touches: itsOwner,
    handle: ({ params }, { bin }) => bin.restore(params.id),
  },
  removeFromBin: {
    touches: itsChats,
    handle: ({ params }, { bin }) => bin.remove(params.id),
  },
} satisfies RoutesOf<typeof binOperations>;

import { deletionWishes } from '../../../shared/api/common.ts';
import type {
  documentStoreChunkOperations,
  documentStoreOperations,
} from '../../../shared/operations/document-store.ts';
import { readPaging } from './read-paging.ts';
import type { RoutesOf } from './route.ts';
import { itsChats, itsOwner } from './touches.ts';

/** `/document-store/store` and `/document-store/loader`: list, read, create, change, delete. */
export const documentStoreRoutes = {
  listDocumentStores: {
    touches: 'stores',
    handle: ({ query }, { documentStores }) => documentStores.list(readPaging(query)),
  },
  summariseDocumentStores: {
    touches: 'stores',
    handle: (_request, { documentStores }) => documentStores.summaries(),
  },
  getDocumentStore: {
    touches: itsOwner,
    handle: ({ params }, { documentStores }) => documentStores.read(params.id),
  },
  createDocumentStore: {
    touches: 'stores',
    handle: ({ body }, { documentStores }) => documentStores.create(body),
  },
  updateDocumentStore: {
    touches: itsOwner,
    handle: ({ params, body }, { documentStores }) => documentStores.update(params.id, body),
  },
  deleteDocumentStore: {
    touches: itsChats,
    async handle({ params, query }, { removals }) {
      const answer = await removals.remove('documentStore', params.id, deletionWishes(query));
      return { ...answer, deleted: 1 };
    },
  },
  deleteDocumentStoreLoader: {
    touches: 'stores',
    handle: ({ params }, { documentStores }) => documentStores.removeLoader(params.storeId, params.loaderId),
  },
} satisfies RoutesOf<typeof documentStoreOperations>;

/** `/document-store/chunks`: pages, change, delete. */
export const documentStoreChunkRoutes = {
  listDocumentStoreChunks: {
    touches: 'stores',
    handle: ({ params }, { documentStores }) =>
      documentStores.readChunks(params.storeId, params.loaderId, params.pageNo),
  },
  updateDocumentStoreChunk: {
    touches: 'stores',
    handle: ({ params, body }, { documentStores }) => documentStores.updateChunk(params, body),
  },
  deleteDocumentStoreChunk: {
    touches: 'stores',
    handle: ({ params }, { documentStores }) => documentStores.removeChunk(params),
  },
} satisfies RoutesOf<typeof documentStoreChunkOperations>;

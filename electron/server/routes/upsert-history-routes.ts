import type { upsertHistoryOperations } from '../../../shared/operations/upsert-history.ts';
import { readPaging } from './read-paging.ts';
import { DELETED } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** `/upsert-history`: list of a chatflow or a document store, removal of entries. */
export const upsertHistoryRoutes = {
  listUpsertHistory: {
    touches: itsOwner,
    handle: ({ params, query }, { history }) => history.list(params.id, query, readPaging(query)),
  },
  removeUpsertHistory: {
    touches: { byBody: ({ ids }, { runs }) => ids.flatMap((id) => runs.ownerOf(id) ?? []) },
    handle: ({ body }, { history }) => ({ ...DELETED, affected: history.remove(body.ids) }),
  },
} satisfies RoutesOf<typeof upsertHistoryOperations>;

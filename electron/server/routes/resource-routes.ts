import type { DeleteResult, PagingQuery } from '../../../shared/api/common.ts';
import type { Page } from '../services/resource-service.ts';
import type { ApiContext } from './api-context.ts';
import { readPaging } from './read-paging.ts';

interface ResourceService<Create, Update, Row, Created, List, Query> {
  list(page: Page | undefined, query: Query): List;
  create(fields: Create): Created;
  update(id: string, fields: Update): Row;
  remove(id: string): void;
}

interface ById {
  readonly params: { readonly id: string };
}

/** The answer to the deletion of a row. */
export const DELETED: DeleteResult = { raw: [], affected: 1 };

/** What reading one of them does, by its id. */
export function readRoute<Row>(find: (context: ApiContext, id: string) => Row) {
  return {
    touches: 'nothing',
    handle: ({ params }: ById, context: ApiContext) => find(context, params.id),
  } as const;
}

/** What the operations of a small resource do, each under a verb. */
export function resourceRoutes<Create, Update, Row, Created, List, Query>(
  service: (context: ApiContext) => ResourceService<Create, Update, Row, Created, List, Query>,
) {
  return {
    list: {
      touches: 'nothing',
      handle: ({ query }: { readonly query: Query & PagingQuery }, context: ApiContext) =>
        service(context).list(readPaging(query), query),
    },
    create: {
      touches: 'nothing',
      handle: ({ body }: { readonly body: Create }, context: ApiContext) => service(context).create(body),
    },
    update: {
      touches: 'nothing',
      handle: ({ params, body }: ById & { readonly body: Update }, context: ApiContext) =>
        service(context).update(params.id, body),
    },
    remove: {
      touches: 'nothing',
      handle({ params }: ById, context: ApiContext) {
        service(context).remove(params.id);
        return DELETED;
      },
    },
  } as const;
}

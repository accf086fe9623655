import type { z } from 'zod';
import { type DeleteResult, DeleteResultSchema, IdParamsSchema, type PagingQuery } from '../../../shared/api/common.ts';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';
import type { Page } from '../services/resource-service.ts';
import type { ApiContext } from './api-context.ts';
import { readPaging } from './read-paging.ts';
import { type Route, route } from './route.ts';

type QuerySchema = z.ZodObject & z.ZodType<PagingQuery>;

interface ResourceService<Create, Update, Row, Created, List, Query> {
  list(page: Page | undefined, query: Query): List;
  create(fields: Create): Created;
  update(id: string, fields: Update): Row;
  remove(id: string): void;
}

export interface Resource<Create, Update, Row, Created, List, Query extends QuerySchema> {
  readonly path: `/${string}`;
  readonly tag: string;
  /** `Tool` and `Tools`, for operation ids. */
  readonly names: readonly [one: string, many: string];
  /** "a tool" and "tools", for summaries. */
  readonly words: readonly [one: string, many: string];
  readonly schemas: {
    readonly create: z.ZodType<Create>;
    readonly update: z.ZodType<Update>;
    readonly row: z.ZodType<unknown, Row>;
    /** The answer to creating: a row, mostly. */
    readonly created: z.ZodType<unknown, Created>;
    readonly list: z.ZodType<unknown, List>;
    readonly listQuery: Query;
  };
  readonly notFound: ErrorCode;
  /** Other ways in which deleting fails. */
  readonly removeErrors?: readonly ErrorCode[];
  /** Of the answer to creating. */
  readonly createHeaders?: Readonly<Record<string, string>>;
  service(context: ApiContext): ResourceService<Create, Update, Row, Created, List, z.output<Query>>;
  /** Reads one by its id; without it that is no operation. */
  find?(context: ApiContext, id: string): Row;
}

/** The answer to the deletion of a row. */
export const DELETED: DeleteResult = { raw: [], affected: 1 };

function collectionRoutes<Create, Update, Row, Created, List, Query extends QuerySchema>({
  path,
  tag,
  names,
  words,
  schemas,
  createHeaders = {},
  service,
}: Resource<Create, Update, Row, Created, List, Query>): Route[] {
  return [
    route({
      method: 'GET',
      path,
      operationId: `list${names[1]}`,
      touches: 'nothing',
      summary: `List ${words[1]}, last changed first`,
      tag,
      querystring: schemas.listQuery,
      answers: { 200: schemas.list },
      errors: ['INVALID_INPUT', 'NEGATIVE_PAGING'],
      handle: ({ query }, context) => service(context).list(readPaging(query), query),
    }),
    route({
      method: 'POST',
      path,
      operationId: `create${names[0]}`,
      touches: 'nothing',
      summary: `Create ${words[0]}`,
      tag,
      body: schemas.create,
      answers: { 200: schemas.created },
      errors: ['INVALID_INPUT'],
      handle({ body }, context, reply) {
        reply.headers(createHeaders);
        return service(context).create(body);
      },
    }),
  ];
}

function readRoute<Row>(
  {
    path,
    tag,
    names,
    words,
    notFound,
  }: Pick<
    Resource<unknown, unknown, Row, unknown, unknown, QuerySchema>,
    'path' | 'tag' | 'names' | 'words' | 'notFound'
  >,
  row: z.ZodType<unknown, Row>,
  find: (context: ApiContext, id: string) => Row,
): Route {
  return route({
    method: 'GET',
    path: `${path}/:id`,
    operationId: `get${names[0]}`,
    touches: 'nothing',
    summary: `Read ${words[0]}`,
    tag,
    params: IdParamsSchema,
    answers: { 200: row },
    errors: [notFound],
    handle: ({ params }, context) => find(context, params.id),
  });
}

function rowRoutes<Create, Update, Row, Created, List, Query extends QuerySchema>({
  path,
  tag,
  names,
  words,
  schemas,
  notFound,
  removeErrors = [],
  service,
}: Resource<Create, Update, Row, Created, List, Query>): Route[] {
  return [
    route({
      method: 'PUT',
      path: `${path}/:id`,
      operationId: `update${names[0]}`,
      touches: 'nothing',
      summary: `Change the given fields of ${words[0]}`,
      tag,
      params: IdParamsSchema,
      body: schemas.update,
      answers: { 200: schemas.row },
      errors: ['INVALID_INPUT', notFound],
      handle: ({ params, body }, context) => service(context).update(params.id, body),
    }),
    route({
      method: 'DELETE',
      path: `${path}/:id`,
      operationId: `delete${names[0]}`,
      touches: 'nothing',
      summary: `Delete ${words[0]}`,
      tag,
      params: IdParamsSchema,
      answers: { 200: DeleteResultSchema },
      errors: [notFound, ...removeErrors],
      handle({ params }, context) {
        service(context).remove(params.id);
        return DELETED;
      },
    }),
  ];
}

/** The operations of a small resource: list, create, read, change, delete. */
export function resourceRoutes<Create, Update, Row, Created, List, Query extends QuerySchema>(
  resource: Resource<Create, Update, Row, Created, List, Query>,
): readonly Route[] {
  const { schemas, find } = resource;
  return [
    ...collectionRoutes(resource),
    ...(find === undefined ? [] : [readRoute(resource, schemas.row, find)]),
    ...rowRoutes(resource),
  ];
}

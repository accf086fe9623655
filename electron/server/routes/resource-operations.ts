import type { z } from 'zod';
import { type DeleteResult, DeleteResultSchema, IdParamsSchema } from '../../../shared/api/common.ts';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';
import { errorAnswers } from '../openapi/error-answers.ts';

export interface ResourceDescription<Create, Update, Row, Created, List, ListQuery> {
  readonly tag: string;
  /** `Tool` and `Tools`, for operation ids. */
  readonly names: readonly [one: string, many: string];
  /** "a tool" and "tools", for summaries. */
  readonly words: readonly [one: string, many: string];
  readonly schemas: {
    readonly create: Create;
    readonly update: Update;
    readonly row: Row;
    /** The answer to creating: a row, mostly. */
    readonly created: Created;
    readonly list: List;
    readonly listQuery: ListQuery;
  };
  readonly notFound: ErrorCode;
  /** Other ways in which deleting fails. */
  readonly removeErrors?: readonly ErrorCode[];
}

/** The answer to the deletion of a row. */
export const DELETED: DeleteResult = { raw: [], affected: 1 };

/** What the five operations of a small resource say of themselves: the options of their routes. */
export function describeResource<
  Create extends z.ZodType,
  Update extends z.ZodType,
  Row extends z.ZodType,
  Created extends z.ZodType,
  List extends z.ZodType,
  ListQuery extends z.ZodType,
>({
  tag,
  names,
  words,
  schemas,
  notFound,
  removeErrors = [],
}: ResourceDescription<Create, Update, Row, Created, List, ListQuery>) {
  const tags = [tag];
  const [name, plural] = names;
  return {
    list: {
      schema: {
        operationId: `list${plural}`,
        summary: `List ${words[1]}, last changed first`,
        tags,
        querystring: schemas.listQuery,
        response: { 200: schemas.list, ...errorAnswers('INVALID_INPUT', 'NEGATIVE_PAGING') },
      },
    },
    read: {
      schema: {
        operationId: `get${name}`,
        summary: `Read ${words[0]}`,
        tags,
        params: IdParamsSchema,
        response: { 200: schemas.row, ...errorAnswers(notFound) },
      },
    },
    create: {
      schema: {
        operationId: `create${name}`,
        summary: `Create ${words[0]}`,
        tags,
        body: schemas.create,
        response: { 200: schemas.created, ...errorAnswers('INVALID_INPUT') },
      },
    },
    update: {
      schema: {
        operationId: `update${name}`,
        summary: `Change the given fields of ${words[0]}`,
        tags,
        params: IdParamsSchema,
        body: schemas.update,
        response: { 200: schemas.row, ...errorAnswers('INVALID_INPUT', notFound) },
      },
    },
    remove: {
      schema: {
        operationId: `delete${name}`,
        summary: `Delete ${words[0]}`,
        tags,
        params: IdParamsSchema,
        response: { 200: DeleteResultSchema, ...errorAnswers(notFound, ...removeErrors) },
      },
    },
  } as const;
}

import type { z } from 'zod';
import { DeleteResultSchema, IdParamsSchema } from '../api/common.ts';
import type { ErrorCode } from '../errors/error-codes.ts';

/** A small resource, which is listed, created, read, changed and deleted. */
interface Resource<Path extends `/${string}`, NotFound extends ErrorCode> {
  readonly path: Path;
  readonly tag: string;
  /** "a tool" and "tools", for summaries. */
  readonly words: readonly [one: string, many: string];
  readonly notFound: NotFound;
}

/** Its operations, each under a verb. */
export function resourceOperations<const Path extends `/${string}`, const NotFound extends ErrorCode>({
  path,
  tag,
  words: [one, many],
  notFound,
}: Resource<Path, NotFound>) {
  return {
    list: <Query extends z.ZodObject, List extends z.ZodType>(query: Query, list: List) =>
      ({
        method: 'GET',
        path,
        tag,
        summary: `List ${many}, last changed first`,
        query,
        answers: { 200: list },
        errors: ['INVALID_INPUT', 'NEGATIVE_PAGING'],
      }) as const,
    create: <Body extends z.ZodType, Created extends z.ZodType>(body: Body, created: Created) =>
      ({
        method: 'POST',
        path,
        tag,
        summary: `Create ${one}`,
        body,
        answers: { 200: created },
        errors: ['INVALID_INPUT'],
      }) as const,
    read: <Row extends z.ZodType>(row: Row) =>
      ({
        method: 'GET',
        path: `${path}/{id}`,
        tag,
        summary: `Read ${one}`,
        params: IdParamsSchema,
        answers: { 200: row },
        errors: [notFound],
      }) as const,
    update: <Body extends z.ZodType, Row extends z.ZodType>(body: Body, row: Row) =>
      ({
        method: 'PUT',
        path: `${path}/{id}`,
        tag,
        summary: `Change the given fields of ${one}`,
        params: IdParamsSchema,
        body,
        answers: { 200: row },
        errors: ['INVALID_INPUT', notFound],
      }) as const,
    remove: (otherErrors: readonly ErrorCode[] = []) =>
      ({
        method: 'DELETE',
        path: `${path}/{id}`,
        tag,
        summary: `Delete ${one}`,
        params: IdParamsSchema,
        answers: { 200: DeleteResultSchema },
        errors: [notFound, ...otherErrors],
      }) as const,
  };
}

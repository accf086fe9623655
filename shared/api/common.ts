import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors/error-codes.ts';
import { isUnset } from '../nodes/unset.ts';

export const API_BASE = '/api/v1';

const codes = Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code));

/** The one shape of every failure (decisions, part 1). `stack` is always empty. */
export const ErrorBodySchema = z
  .object({
    statusCode: z.int(),
    success: z.literal(false),
    message: z.string().meta({ description: 'What happened: what to do.' }),
    stack: z.object({}).meta({ description: 'Always empty.' }),
    code: z.enum(codes).meta({ description: 'For programs to branch on.' }),
    nodeId: z.string().optional().meta({ description: 'The node of the flow that is wrong.' }),
    details: z.record(z.string(), z.unknown()).optional().meta({ description: 'Facts for programs.' }),
  })
  .meta({ id: 'Error', description: 'Every failure has this shape.' });
export type ErrorBody = z.infer<typeof ErrorBodySchema>;

/** Answer of a DELETE of a row. */
export const DeleteResultSchema = z
  .object({ raw: z.tuple([]), affected: z.int() })
  .meta({ id: 'DeleteResult', examples: [{ raw: [], affected: 1 }] });
export type DeleteResult = z.infer<typeof DeleteResultSchema>;

/** A field that may be left out, and is as good as left out when it is `null` or "". */
export function absentable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isUnset(value) ? undefined : value), schema.optional());
}

/** A whole number; in a path, a query or a form it is written in digits, so "1e3", "0x1f" and blanks are none. */
export function wholeField(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  );
}

const FLAG_WORDS: Readonly<Record<string, boolean>> = { true: true, false: false, '': false };

/** True or false; as forms carry it, too: `true`, `True`, or nothing. */
export const flagField = z.preprocess(
  (value) => (typeof value === 'string' ? (FLAG_WORDS[value.toLowerCase()] ?? value) : (value ?? undefined)),
  z.boolean().optional(),
);

/** Query of a DELETE of a chatflow or a document store. */
export const DeletionQuerySchema = z.object({
  keepData: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` keeps what it has brought to vector stores, and the records of it.' }),
  externalStores: z.enum(['keep', 'delete']).optional().meta({
    description:
      '`delete` also deletes, in the background, what it has brought to remote vector stores: what its records name; without records, a collection that Tributary made and nothing else uses. With `keepData=true` it has no effect.',
  }),
});

/** What the query of a deletion asks for. */
export function deletionWishes({ keepData, externalStores }: z.output<typeof DeletionQuerySchema>) {
  return { keepsData: keepData === 'true', reachesRemote: externalStores === 'delete' };
}

/** Answer of that: what the call does not delete is named. */
export const DeletionResultSchema = DeleteResultSchema.extend({
  left: z
    .array(z.object({ label: z.string(), name: z.string() }))
    .optional()
    .meta({ description: 'Nodes whose vectors or records are remote: what is there stays.' }),
  deleting: z
    .array(z.object({ label: z.string(), name: z.string() }))
    .optional()
    .meta({ description: 'Nodes whose vectors or records are remote and are deleted in the background.' }),
}).meta({ id: 'DeletionResult', examples: [{ raw: [], affected: 1, left: [{ label: 'Qdrant', name: 'qdrant' }] }] });
export type DeletionResult = z.infer<typeof DeletionResultSchema>;

/** An id for examples. */
export const EXAMPLE_ID = '5f8b1c9e-3d2a-4e6f-9a7b-0c1d2e3f4a5b';

/** `{id}` of a path. Any text: an id that nobody has is 404, whatever it looks like. */
export const IdParamsSchema = z.object({ id: z.string().meta({ examples: [EXAMPLE_ID] }) });

/** Query fields of lists that can be had in pages, to spread into a list's query schema. */
export const pagingFields = {
  page: absentable(wholeField()).meta({ description: 'From 1. Without it, or with 0 for both, the whole list comes.' }),
  limit: absentable(wholeField()).meta({ description: 'Rows of a page, from 1.' }),
};
export type PagingQuery = { readonly page?: number | undefined; readonly limit?: number | undefined };

/** What a list answers: all rows, or with `page` and `limit` one page and the number of all. */
export function listSchema<Row extends z.ZodType>(row: Row) {
  return z.union([z.array(row), z.object({ data: z.array(row), total: z.int() })]);
}

/** The rows of such a list, or of a page of it. */
export function rowsOf<Row>(list: Row[] | { readonly data: Row[] }): Row[] {
  return 'data' in list ? list.data : list;
}

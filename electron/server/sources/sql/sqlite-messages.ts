import { z } from 'zod';

/** The first message sends a query, with the number of the server's process; every other requests its next rows. */
export const toSqliteReaderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('query'), file: z.string(), query: z.string(), server: z.int() }),
  z.object({ kind: z.literal('next') }),
]);
export type ToSqliteReader = z.infer<typeof toSqliteReaderSchema>;

/** One answer per message: `ready` to a query, `rows` (none at the end) to `next`; `failed` ends it. */
export const fromSqliteReaderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('rows'), rows: z.array(z.array(z.unknown())) }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
]);
export type FromSqliteReader = z.infer<typeof fromSqliteReaderSchema>;

import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';

/** What a database task is to do: check the pages of a file, copy a database to a new file and check that, or measure what takes space in it. */
export const DatabaseTaskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('check'), file: z.string() }),
  z.object({ kind: z.literal('copy'), file: z.string(), to: z.string() }),
  z.object({ kind: z.literal('measure'), file: z.string() }),
]);
export type DatabaseTask = z.infer<typeof DatabaseTaskSchema>;

/** What takes space in a database, in bytes. */
export const DatabaseSizesSchema = z.object({
  /** By table, its indexes with it. */
  tables: z.record(z.string(), z.int()),
  /** Pages that the next rows use. */
  freeBytes: z.int(),
  vectors: z.int(),
  /** Vectors that no chunk uses. */
  unusedVectors: z.int(),
});
export type DatabaseSizes = z.infer<typeof DatabaseSizesSchema>;

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, text);
}

export const DatabaseTaskAnswerSchema = z.discriminatedUnion('kind', [
  /** What is wrong with the file; empty: it is sound. */
  z.object({ kind: z.literal('checked'), findings: z.array(z.string()) }),
  z.object({ kind: z.literal('measured'), sizes: DatabaseSizesSchema }),
  z.object({
    kind: z.literal('failed'),
    error: z.object({
      kind: z.enum(['user', 'operational', 'bug']),
      code: z.string().refine(isErrorCode),
      message: z.string(),
    }),
  }),
]);
export type DatabaseTaskAnswer = z.infer<typeof DatabaseTaskAnswerSchema>;

import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors/error-codes.ts';

/** What a database task is to do: check the pages of a file, or copy a database to a new file and check that. */
export const DatabaseTaskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('check'), file: z.string() }),
  z.object({ kind: z.literal('copy'), file: z.string(), to: z.string() }),
]);
export type DatabaseTask = z.infer<typeof DatabaseTaskSchema>;

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, text);
}

export const DatabaseTaskAnswerSchema = z.discriminatedUnion('kind', [
  /** What is wrong with the file; empty: it is sound. */
  z.object({ kind: z.literal('checked'), findings: z.array(z.string()) }),
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

import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors/error-codes.ts';

export const API_BASE = '/api/v1';

const codes = Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code));

/** The one shape of every failure (decisions, part 1). `stack` is always empty. */
export const ErrorBodySchema = z.object({
  statusCode: z.int(),
  success: z.literal(false),
  message: z.string(),
  stack: z.object({}),
  code: z.enum(codes),
  nodeId: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;

/** Answer of a DELETE of a row. */
export const DeleteResultSchema = z.object({ raw: z.tuple([]), affected: z.int() });
export type DeleteResult = z.infer<typeof DeleteResultSchema>;

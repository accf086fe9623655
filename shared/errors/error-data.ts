import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from './error-codes.ts';

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

/** An error as it crosses threads and processes: `ErrorData`, checked. */
export const errorDataSchema = z.object({
  kind: z.enum(['user', 'operational', 'bug']),
  code: z.custom<ErrorCode>(isErrorCode),
  message: z.string(),
  nodeId: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

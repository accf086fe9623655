import type { ErrorCode } from './error-codes.ts';
import { type AppError, BugError, toAppError } from './errors.ts';

/** Messages quote what was sent, of which there may be much. */
const LONGEST_MESSAGE = 1000;

/** A failure as clients see it: in an answer, in a run, in a store, in a test of settings. */
export interface ClientError {
  readonly code: ErrorCode;
  /** "what happened: what to do" */
  readonly message: string;
  readonly statusCode: number;
  readonly nodeId?: string;
  readonly details?: Record<string, unknown>;
}

/** What a client may know of a failure. A bug's own words and details stay in the log. */
export function clientError(thrown: unknown): ClientError {
  const error: AppError = toAppError(thrown);
  const { code, message, status, nodeId, details } = error;
  const isBug = error instanceof BugError;
  const shown = message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}…`;
  return {
    code,
    message: isBug ? 'Something went wrong on our side: the log of the server has the details.' : shown,
    statusCode: status,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(details === undefined || isBug ? {} : { details: { ...details } }),
  };
}

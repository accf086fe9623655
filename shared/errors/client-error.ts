import type { ErrorCode } from './error-codes.ts';
import { type AppError, BugError, toAppError } from './errors.ts';

/** Messages quote what was sent, which may be long. */
const LONGEST_MESSAGE = 1000;

/** A failure as clients see it: in an answer, a run, a store, or a connection test. */
export interface ClientError {
  readonly code: ErrorCode;
  /** "what happened: what to do" */
  readonly message: string;
  readonly statusCode: number;
  readonly nodeId?: string;
  readonly details?: Record<string, unknown>;
}

/** The part of a failure that a client may see. A bug's message and details stay in the log. */
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

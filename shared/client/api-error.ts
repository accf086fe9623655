import type { ErrorCode } from '../errors/error-codes.ts';
import { t } from '../texts/t.ts';

/**
 * `NETWORK`: no answer came. `BAD_ANSWER`: the answer is not one of the API. `FILE_CHANGED`: a file that was to be sent is no longer what was
 * chosen.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'BAD_ANSWER' | 'FILE_CHANGED';

/** A call of the HTTP API that failed. */
export class ApiError extends Error {
  /** Of the answer; 0 when none came. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly nodeId: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    message: string,
    facts: {
      readonly status: number;
      readonly code: ApiErrorCode;
      readonly nodeId?: string | undefined;
      readonly details?: Readonly<Record<string, unknown>> | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.nodeId = facts.nodeId;
    this.details = facts.details;
  }
}

/** The failure of a call that got no answer. */
export function noAnswer(cause: unknown): ApiError {
  const message = t('The server does not answer: check that Tributary is still running.');
  return new ApiError(message, { status: 0, code: 'NETWORK', cause });
}

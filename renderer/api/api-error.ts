/** A failed call. `code` is the server's, or `NETWORK` when no answer came, or `BAD_ANSWER` when it is not as agreed. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly nodeId: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    message: string,
    facts: {
      readonly status: number;
      readonly code: string;
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

import { ERROR_STATUS, type ErrorCode } from './error-codes.ts';
import { findSystemFailure } from './system-errors.ts';

export interface ErrorContext {
  /** The node at fault, so that the canvas can show it. */
  readonly nodeId?: string | undefined;
  /** Facts for programs: accepted types, limits, the field at fault. Never paths of the machine, never SQL. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** The base of all our errors. `message` reads "what happened: what to do". */
export abstract class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly nodeId: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.nodeId = context.nodeId;
    this.details = context.details;
  }
}

/** The caller's input or flow is wrong; the message says what to change. Not logged as a fault. */
export class UserError extends AppError {}

/** An external failure (network, disk, a crashed helper process); a retry may help. */
export class OperationalError extends AppError {}

/** A bug of ours. The message is for the log; callers get a general sentence. */
export class BugError extends AppError {
  constructor(message: string, context: ErrorContext = {}) {
    super('INTERNAL', message, context);
  }
}

/** An error as plain data, for other threads and processes and for run rows. */
export interface ErrorData {
  readonly kind: 'user' | 'operational' | 'bug';
  readonly code: ErrorCode;
  readonly message: string;
  readonly nodeId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Converts any thrown value to one of our errors: system failures that the user can fix (a full disk) keep their meaning, anything else is a bug. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const failure = findSystemFailure(error);
  if (failure !== undefined) return new OperationalError(failure.code, failure.message, { cause: error });
  return new BugError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Converts any thrown value to plain data, for a worker's answer or a run row. */
export function toErrorData(error: unknown): ErrorData {
  const known = toAppError(error);
  const { code, nodeId, details } = known;
  const kind = known instanceof UserError ? 'user' : known instanceof OperationalError ? 'operational' : 'bug';
  // The stack of an unexpected error is needed in the log.
  const message = error !== known && kind === 'bug' && error instanceof Error ? error.stack : undefined;
  return { kind, code, message: message ?? known.message, nodeId, details };
}

/** The reverse of {@link toErrorData}. */
export function fromErrorData(data: ErrorData): AppError {
  const context: ErrorContext = { nodeId: data.nodeId, details: data.details };
  if (data.kind === 'user') return new UserError(data.code, data.message, context);
  if (data.kind === 'operational') return new OperationalError(data.code, data.message, context);
  return new BugError(data.message, context);
}

/** Adds the node to an error of code that does not know its node. */
export function withNodeId(error: unknown, nodeId: string): unknown {
  if (!(error instanceof AppError) || error.nodeId !== undefined) return error;
  return fromErrorData({ ...toErrorData(error), nodeId });
}

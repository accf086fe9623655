import { ERROR_STATUS, type ErrorCode } from './error-codes.ts';

export interface ErrorContext {
  /** The node that is wrong, so that the canvas can go there. */
  readonly nodeId?: string | undefined;
  /** Facts for programs: accepted types, limits, the field at fault. Never paths of the machine, never SQL. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** What all errors of ours have in common. `message` reads "what happened: what to do". */
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

/** The caller's input or drawing is wrong; the message says what to change. Not logged as a fault. */
export class UserError extends AppError {}

/** The world outside let us down (network, disk, a crashed helper); trying again may help. */
export class OperationalError extends AppError {}

/** Our own mistake. The message is for the log; callers see a general sentence. */
export class BugError extends AppError {
  constructor(message: string, context: ErrorContext = {}) {
    super('INTERNAL', message, context);
  }
}

/** What crosses threads and processes, and what a run row keeps of its failure. */
export interface ErrorData {
  readonly kind: 'user' | 'operational' | 'bug';
  readonly code: ErrorCode;
  readonly message: string;
  readonly nodeId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Turns any thrown value into plain data, for a worker's answer or a run row. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof AppError) {
    const kind = error instanceof UserError ? 'user' : error instanceof OperationalError ? 'operational' : 'bug';
    return { kind, code: error.code, message: error.message, nodeId: error.nodeId, details: error.details };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'bug', code: 'INTERNAL', message };
}

/** The reverse of {@link toErrorData}. */
export function fromErrorData(data: ErrorData): AppError {
  const context: ErrorContext = { nodeId: data.nodeId, details: data.details };
  if (data.kind === 'user') return new UserError(data.code, data.message, context);
  if (data.kind === 'operational') return new OperationalError(data.code, data.message, context);
  return new BugError(data.message, context);
}

/** Names the node in an error that was thrown by code that does not know where it stands in the flow. */
export function withNodeId(error: unknown, nodeId: string): unknown {
  if (!(error instanceof AppError) || error.nodeId !== undefined) return error;
  return fromErrorData({ ...toErrorData(error), nodeId });
}

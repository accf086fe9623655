import type { ErrorCode } from '../errors/error-codes.ts';

/** Why a flow can't run as drawn. */
export interface FlowProblem {
  readonly code: ErrorCode;
  /** "what is wrong: what to do" */
  readonly message: string;
  readonly nodeId?: string;
  readonly param?: string;
}

import { ApiError } from '../../../shared/client/api-error.ts';
import { messageOf } from '../../api/client.ts';

/** Why a question got no answer. */
export interface Failure {
  readonly message: string;
  readonly code?: string | undefined;
  /** The node that failed. */
  readonly nodeId?: string | undefined;
}

export function failureOf(error: unknown): Failure {
  const { code, nodeId } = error instanceof ApiError ? error : {};
  return { message: messageOf(error), code, nodeId };
}

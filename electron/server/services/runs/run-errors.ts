import type { RunStatus } from '../../../../shared/api/runs.ts';
import {
  type AppError,
  fromErrorData,
  OperationalError,
  toErrorData,
  UserError,
} from '../../../../shared/errors/errors.ts';

/** The error of a run that failed; if it was stopped, the reason of the stop. */
export function runError(error: unknown, signal: AbortSignal): AppError {
  return fromErrorData(toErrorData(signal.aborted ? signal.reason : error));
}

/** The final status of a run that failed with this error. */
export function statusAfter(error: AppError): RunStatus {
  if (error.code === 'RUN_CANCELLED') return 'CANCELLED';
  return error.code === 'SHUTTING_DOWN' ? 'INTERRUPTED' : 'FAILED';
}

/** The reason when a user stops a run. */
export function cancelled(): UserError {
  return new UserError(
    'RUN_CANCELLED',
    'The upsert was cancelled: what it had stored stays, and the next run goes on from there.',
  );
}

/** The reason when the server stops. */
export function shuttingDown(): OperationalError {
  return new OperationalError(
    'SHUTTING_DOWN',
    'Tributary is shutting down: go on with the upsert when it is back; what was stored stays.',
  );
}

import type { RunStatus } from '../../../../shared/api/runs.ts';
import {
  type AppError,
  fromErrorData,
  OperationalError,
  toErrorData,
  UserError,
} from '../../../../shared/errors/errors.ts';

/** What a run failed with: when it was stopped, the reason. */
export function runError(error: unknown, signal: AbortSignal): AppError {
  return fromErrorData(toErrorData(signal.aborted ? signal.reason : error));
}

/** How a run ended that failed with this. */
export function statusAfter(error: AppError): RunStatus {
  if (error.code === 'RUN_CANCELLED') return 'CANCELLED';
  return error.code === 'SHUTTING_DOWN' ? 'INTERRUPTED' : 'FAILED';
}

/** Why a run ends that its user stops. */
export function cancelled(): UserError {
  return new UserError(
    'RUN_CANCELLED',
    'The upsert was cancelled: what it had stored stays, and the next run goes on from there.',
  );
}

/** Why a run ends that the stopping server stops. */
export function shuttingDown(): OperationalError {
  return new OperationalError(
    'SHUTTING_DOWN',
    'Tributary is shutting down: run the upsert again when it is back; what was stored stays and is skipped.',
  );
}

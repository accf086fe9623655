import type { Run, RunStatus } from '../../../../shared/api/runs.ts';
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

/** What to do when the flow or the store of a run goes, by where it goes. */
const WHEN_DELETED = {
  toBin: 'put it back from the bin, then upsert again',
  withData: 'upsert into another one',
  withoutData: 'what it had stored stays in its collection',
} as const;
export type HowDeleted = keyof typeof WHEN_DELETED;

/** The reason when the flow or the store of a run is deleted. */
export function deletedMeanwhile({ kind }: Pick<Run, 'kind'>, how: HowDeleted): UserError {
  const owner = kind === 'store' ? 'document store' : 'flow';
  return new UserError('RUN_CANCELLED', `The ${owner} was deleted, so its upsert was stopped: ${WHEN_DELETED[how]}.`);
}

/** The reason when the server stops. */
export function shuttingDown(): OperationalError {
  return new OperationalError(
    'SHUTTING_DOWN',
    'Tributary is shutting down: go on with the upsert when it is back; what was stored stays.',
  );
}

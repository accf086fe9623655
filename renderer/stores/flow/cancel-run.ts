import { isFinalStatus } from '../../../shared/api/runs.ts';
import { ApiError } from '../../../shared/client/api-error.ts';
import { t } from '../../../shared/texts/t.ts';
import { api, messageOf } from '../../api/client.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { type ActiveRun, useRunStore } from '../run-store.ts';
import { useFlowStore } from './flow-store.ts';

function setCancelling(runId: string, isCancelling: boolean): void {
  useRunStore.setState(({ cancelling }) => {
    const others = [...cancelling].filter((id) => id !== runId);
    return { cancelling: new Set(isCancelling ? [...others, runId] : others) };
  });
}

/**
 * Asks a run to stop at its next safe point; its stream then says that it did.
 * @throws ApiError when the server does not take it
 */
export async function cancelRun(runId: string): Promise<void> {
  setCancelling(runId, true);
  try {
    await api.call('cancelRun', { params: { id: runId } });
  } catch (error) {
    // It ended by itself meanwhile: its stream says how.
    if (error instanceof ApiError && error.code === 'RUN_FINISHED') return;
    setCancelling(runId, false);
    throw error;
  }
}

/** The run of the open flow that has not ended. */
export function runUnderWay(): ActiveRun | undefined {
  const run = useRunStore.getState().activeRunByFlow[useFlowStore.getState().chatflowId ?? ''];
  return run === undefined || isFinalStatus(run.status) ? undefined : run;
}

/** Cancels the run of the open flow, and says so wherever the person looks. */
export function cancelRunUnderWay(): void {
  const run = runUnderWay();
  if (run === undefined) return;
  cancelRun(run.runId)
    .then(() => showToast(t('The upsert stops at its next safe point.')))
    .catch((error: unknown) => showErrorToast(messageOf(error)));
}

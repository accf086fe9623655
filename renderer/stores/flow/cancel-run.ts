import { isFinalStatus } from '../../../shared/api/runs.ts';
import { t } from '../../../shared/texts/t.ts';
import { api, messageOf } from '../../api/client.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { type ActiveRun, useRunStore } from '../run-store.ts';
import { useFlowStore } from './flow-store.ts';

/** The run of the open flow that has not ended. */
export function runUnderWay(): ActiveRun | undefined {
  const run = useRunStore.getState().activeRunByFlow[useFlowStore.getState().chatflowId ?? ''];
  return run === undefined || isFinalStatus(run.status) ? undefined : run;
}

/** Asks the server to stop the run of the open flow; what its stream says then shows that it did. */
export function cancelRunUnderWay(): void {
  const run = runUnderWay();
  if (run === undefined) return;
  api
    .call('cancelRun', { params: { id: run.runId } })
    .then(() => showToast(t('The upsert stops at its next safe point.')))
    .catch((error: unknown) => showErrorToast(messageOf(error)));
}

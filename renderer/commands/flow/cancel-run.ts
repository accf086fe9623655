import { isFinalStatus } from '../../../shared/api/runs.ts';
import { t } from '../../../shared/texts/t.ts';
import { api, messageOf } from '../../api/client.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { type ActiveRun, useRunStore } from '../../stores/run-store.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import type { Command } from '../command.ts';

function runUnderWay(): ActiveRun | undefined {
  const run = useRunStore.getState().activeRunByFlow[useFlowStore.getState().chatflowId ?? ''];
  return run === undefined || isFinalStatus(run.status) ? undefined : run;
}

export const cancelRunCommand = {
  keywords: ['stop', 'abort', 'end', 'upsert'],
  when: () => runUnderWay() !== undefined,
  run: () => {
    const run = runUnderWay();
    if (run === undefined) return;
    api
      .call('cancelRun', { params: { id: run.runId } })
      .then(() => showToast(t('The upsert stops at its next safe point.')))
      .catch((error: unknown) => showErrorToast(messageOf(error)));
  },
} as const satisfies Command;

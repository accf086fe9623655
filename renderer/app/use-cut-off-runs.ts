import { useEffect } from 'react';
import { t } from '../../shared/texts/t.ts';
import { useFlowNames } from '../api/chatflows.ts';
import { messageOf } from '../api/client.ts';
import { useRunsAtStart } from '../api/runs.ts';
import { findCutOff, isPutAside, putAside } from '../features/runs/cut-off-runs.ts';
import { beginPanelsOf, openUpsert } from '../stores/editor-layout-store.ts';
import { navigate, type Route } from '../stores/router.ts';
import { dropToast, showErrorToast, showOffer } from '../ui/feedback/toast.tsx';

/** Goes on with the run, on the page of its flow. */
async function goOn(chatflowId: string, runId: string): Promise<void> {
  navigate({ page: 'editor', chatflowId });
  beginPanelsOf(chatflowId);
  openUpsert();
  const { goOnWith } = await import('../features/runs/upsert-session.ts');
  await goOnWith(chatflowId, runId, async () => undefined);
}

/** Offers at the start to go on with upserts that the end of the server cut off. The page of a flow shows its own by itself. */
export function useCutOffRuns(route: Route): void {
  const { data: chatflows } = useFlowNames();
  const runs = useRunsAtStart();
  const openFlow = route.page === 'editor' ? route.chatflowId : undefined;
  useEffect(() => {
    for (const { id, chatflowId } of findCutOff(runs, new Date())) {
      const name = chatflows?.find((chatflow) => chatflow.id === chatflowId)?.name;
      if (chatflowId === openFlow) dropToast(id);
      if (name === undefined || chatflowId === openFlow || isPutAside(id)) continue;
      showOffer(id, t('Tributary stopped during an upsert into “{name}”.', { name }), {
        accept: {
          label: t('Go on'),
          onClick() {
            putAside(id);
            goOn(chatflowId, id).catch((error: unknown) => showErrorToast(messageOf(error)));
          },
        },
        decline: { label: t('Not now'), onClick: () => putAside(id) },
      });
    }
  }, [runs, chatflows, openFlow]);
}

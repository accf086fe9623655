import { useEffect } from 'react';
import { t } from '../../shared/texts/t.ts';
import { useChatflows } from '../api/chatflows.ts';
import { useRunsAtStart } from '../api/runs.ts';
import { findCutOff, isPutAside, putAside } from '../features/runs/cut-off-runs.ts';
import { goOnWith } from '../features/runs/upsert-session.ts';
import { openUpsert } from '../stores/editor-layout-store.ts';
import { navigate, type Route } from '../stores/router.ts';
import { dropToast, showOffer } from '../ui/feedback/toast.tsx';

/** Offers at the start to go on with upserts that the end of the server cut off. The page of a flow shows its own by itself. */
export function useCutOffRuns(route: Route): void {
  const { data: chatflows } = useChatflows();
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
            navigate({ page: 'editor', chatflowId });
            openUpsert();
            void goOnWith(chatflowId, id, async () => undefined);
          },
        },
        decline: { label: t('Not now'), onClick: () => putAside(id) },
      });
    }
  }, [runs, chatflows, openFlow]);
}

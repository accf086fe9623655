import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushFlow } from '../stores/flow/flush-flow.ts';
import { showErrorToast, showToast } from '../ui/feedback/toast.tsx';
import { SERVER_WORDS } from './server-words.ts';
import { useNativeMenu } from './use-native-menu.ts';
import { useStoredSelection } from './use-stored-selection.ts';

/** In the desktop window: notices about the server, saving before it closes, and what the system shows of the app. In a browser: nothing. */
export function useDesktop(): void {
  const client = useQueryClient();
  useNativeMenu();
  useStoredSelection();
  useEffect(() => {
    const bridge = window.tributary;
    if (bridge === undefined) return undefined;
    const stopStatus = bridge.onServerStatus((status) => {
      if (status.state === 'stopped') showErrorToast(SERVER_WORDS[status.state]);
      else showToast(SERVER_WORDS[status.state]);
      if (status.state === 'restarted') void client.invalidateQueries();
    });
    const stopSaving = bridge.onBeforeClose(flushFlow);
    return () => {
      stopSaving();
      stopStatus();
    };
  }, [client]);
}

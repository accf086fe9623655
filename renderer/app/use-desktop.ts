import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MenuCommand } from '../../shared/ipc/menu-commands.ts';
import { runCommand } from '../commands/registry.ts';
import { showErrorToast, showToast } from '../ui/feedback/toast.tsx';
import { navigate } from './router.ts';

function runMenuCommand(command: MenuCommand): void {
  if (command === 'page.flows') navigate({ page: 'flows' });
  else if (command === 'page.settings') navigate({ page: 'settings' });
  else if (command === 'flow.save') runCommand('save');
  else if (command === 'flow.upsert') runCommand('upsert');
  else runCommand('ask');
}

/** In the desktop window: notices about the server, and the native menu. In a browser: nothing. */
export function useDesktop(): void {
  const client = useQueryClient();
  useEffect(() => {
    const bridge = window.tributary;
    if (bridge === undefined) return undefined;
    const stopStatus = bridge.onServerStatus((status) => {
      if (status.state === 'stopped') showErrorToast(status.message);
      else showToast(status.message);
      if (status.state === 'restarted') void client.invalidateQueries();
    });
    const stopMenu = bridge.onMenuCommand(runMenuCommand);
    return () => {
      stopStatus();
      stopMenu();
    };
  }, [client]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CommandId } from '../../shared/commands/command-table.ts';
import type { DesktopBridge } from '../../shared/ipc/bridge.ts';
import type { TextEdit } from '../../shared/ipc/text-edits.ts';
import { runCommand } from '../commands/registry.ts';
import { flushFlow } from '../stores/flow/flush-flow.ts';
import { showErrorToast, showToast } from '../ui/feedback/toast.tsx';
import { isAboutFlow } from './use-keymap.ts';

/** What the menu's commands are to a text. */
const TEXT_EDITS: Readonly<Partial<Record<CommandId, TextEdit>>> = {
  undo: 'undo',
  redo: 'redo',
  cut: 'cut',
  copy: 'copy',
  paste: 'paste',
  'delete-selection': 'delete',
  'select-all': 'selectAll',
};

/** Does a command of the native menu: to the text that has the focus where it is about that, as its key would, else to the flow. */
function runMenuCommand(bridge: DesktopBridge, id: CommandId): void {
  const edit = TEXT_EDITS[id];
  const isDone = edit === undefined || isAboutFlow(id) ? runCommand(id) : false;
  if (!isDone && edit !== undefined) void bridge.editText(edit);
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
    const stopMenu = bridge.onMenuCommand((id) => runMenuCommand(bridge, id));
    const stopSaving = bridge.onBeforeClose(flushFlow);
    return () => {
      stopSaving();
      stopStatus();
      stopMenu();
    };
  }, [client]);
}

import { FolderOpen } from 'lucide-react';
import type { ShownFolder } from '../../../shared/ipc/log-tail.ts';
import { messageOf } from '../../api/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';

export interface FolderButtonProps {
  readonly folder: ShownFolder;
  readonly label: string;
}

/** Shows a folder in the system's file manager; in a browser there is no such button. */
export function FolderButton({ folder, label }: FolderButtonProps) {
  const bridge = window.tributary;
  if (bridge === undefined) return null;
  const show = () => bridge.showFolder(folder).catch((error: unknown) => showErrorToast(messageOf(error)));
  return (
    <Button icon={<FolderOpen aria-hidden="true" />} onClick={() => void show()}>
      {label}
    </Button>
  );
}

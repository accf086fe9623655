import {
  Cable,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Eye,
  Maximize,
  Pencil,
  Plus,
  Redo2,
  Scissors,
  SquareDashedMousePointer,
  Trash2,
  Undo2,
  Upload,
  Workflow,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { CommandId } from '../../../shared/commands/command-table.ts';

/** What stands before a command in the menus of the canvas, and for it in a toolbar. */
export const COMMAND_ICONS: Readonly<Partial<Record<CommandId, ReactNode>>> = {
  'upsert-into': <Upload />,
  'preview-node': <Eye />,
  connect: <Cable />,
  'insert-on-edge': <Plus />,
  'rename-node': <Pencil />,
  duplicate: <CopyPlus />,
  copy: <Copy />,
  cut: <Scissors />,
  paste: <ClipboardPaste />,
  'delete-selection': <Trash2 />,
  'find-node': <Plus />,
  'select-all': <SquareDashedMousePointer />,
  tidy: <Workflow />,
  fit: <Maximize />,
  undo: <Undo2 />,
  redo: <Redo2 />,
};

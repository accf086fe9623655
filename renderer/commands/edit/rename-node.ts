import { focusNodeName } from '../../store/editor-layout-store.ts';
import { onlySelectedNodeId } from '../../store/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const renameNodeCommand = {
  id: 'rename-node',
  label: 'Rename node',
  keywords: ['label', 'title', 'name'],
  when: () => onlySelectedNodeId() !== undefined,
  run: focusNodeName,
} as const satisfies Command;

import { focusNodeName } from '../../store/editor-layout-store.ts';
import { onlySelectedNodeId } from '../../store/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const renameNodeCommand = {
  keywords: ['label', 'title', 'name'],
  when: () => onlySelectedNodeId() !== undefined,
  run: focusNodeName,
} as const satisfies Command;

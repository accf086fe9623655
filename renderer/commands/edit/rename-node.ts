import { focusNodeName } from '../../stores/editor-layout-store.ts';
import { onlySelectedNodeId } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const renameNodeCommand = {
  keywords: ['label', 'title', 'name'],
  when: () => onlySelectedNodeId() !== undefined,
  run: focusNodeName,
} as const satisfies Command;

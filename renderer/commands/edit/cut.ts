import { writeClipboard } from '../../stores/flow/clipboard-access.ts';
import { copySelection, deleteSelection, hasSelectedNodes } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const cutCommand = {
  keywords: ['clipboard', 'move'],
  when: hasSelectedNodes,
  run: () => {
    writeClipboard(copySelection());
    deleteSelection('cut');
  },
} as const satisfies Command;

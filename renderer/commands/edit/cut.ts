import { hasSelectedNodes } from '../../stores/flow/selection.ts';
import { copySelection, deleteSelection } from '../../stores/flow/selection-edits.ts';
import { writeClipboard } from '../../stores/write-clipboard.ts';
import type { Command } from '../command.ts';

export const cutCommand = {
  keywords: ['clipboard', 'move'],
  when: hasSelectedNodes,
  run: () => {
    writeClipboard(copySelection());
    deleteSelection('cut');
  },
} as const satisfies Command;

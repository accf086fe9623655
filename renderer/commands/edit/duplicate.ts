import { duplicateSelection, hasSelectedNodes } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const duplicateCommand = {
  keywords: ['copy', 'clone'],
  when: hasSelectedNodes,
  run: duplicateSelection,
} as const satisfies Command;

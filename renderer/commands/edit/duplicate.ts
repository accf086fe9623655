import { hasSelectedNodes } from '../../stores/flow/selection.ts';
import { duplicateSelection } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const duplicateCommand = {
  keywords: ['copy', 'clone'],
  when: hasSelectedNodes,
  run: duplicateSelection,
} as const satisfies Command;

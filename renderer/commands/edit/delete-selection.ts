import { hasSelection } from '../../stores/flow/selection.ts';
import { deleteSelection } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const deleteSelectionCommand = {
  keywords: ['remove', 'clear'],
  when: hasSelection,
  run: deleteSelection,
} as const satisfies Command;

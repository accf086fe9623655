import { hasSelection } from '../../store/flow/selection-edits.ts';
import { select } from '../../store/flow-store.ts';
import type { Command } from '../command.ts';

export const clearSelectionCommand = {
  keywords: ['deselect', 'unselect'],
  when: hasSelection,
  run: () => select([]),
} as const satisfies Command;

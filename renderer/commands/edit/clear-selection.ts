import { select } from '../../stores/flow/flow-store.ts';
import { hasSelection } from '../../stores/flow/selection.ts';
import type { Command } from '../command.ts';

export const clearSelectionCommand = {
  keywords: ['deselect', 'unselect'],
  when: hasSelection,
  run: () => select([]),
} as const satisfies Command;

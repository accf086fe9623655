import { hasSwitchableNodes, toggleSelection } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const toggleCollapsedCommand = {
  keywords: ['fold', 'expand', 'minimise', 'small'],
  when: hasSwitchableNodes,
  run: () => toggleSelection('collapsed'),
} as const satisfies Command;

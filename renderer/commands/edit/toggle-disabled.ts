import { hasSwitchableNodes, toggleSelection } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const toggleDisabledCommand = {
  keywords: ['enable', 'off', 'on', 'bypass', 'mute', 'skip'],
  when: hasSwitchableNodes,
  run: () => toggleSelection('disabled'),
} as const satisfies Command;

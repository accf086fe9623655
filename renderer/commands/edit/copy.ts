import { hasSelectedNodes } from '../../stores/flow/selection.ts';
import { copySelection } from '../../stores/flow/selection-edits.ts';
import { writeClipboard } from '../../stores/write-clipboard.ts';
import type { Command } from '../command.ts';

export const copyCommand = {
  keywords: ['clipboard'],
  when: hasSelectedNodes,
  run: () => writeClipboard(copySelection()),
} as const satisfies Command;

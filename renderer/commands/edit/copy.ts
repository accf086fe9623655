import { writeClipboard } from '../../stores/flow/clipboard-access.ts';
import { copySelection, hasSelectedNodes } from '../../stores/flow/selection-edits.ts';
import type { Command } from '../command.ts';

export const copyCommand = {
  keywords: ['clipboard'],
  when: hasSelectedNodes,
  run: () => writeClipboard(copySelection()),
} as const satisfies Command;

import { writeClipboard } from '../../store/clipboard-access.ts';
import { copySelection, hasSelectedNodes } from '../../store/selection-edits.ts';
import type { Command } from '../command.ts';

export const copyCommand = {
  id: 'copy',
  label: 'Copy',
  keywords: ['clipboard'],
  when: hasSelectedNodes,
  run: () => writeClipboard(copySelection()),
} as const satisfies Command;

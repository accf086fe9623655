import { pasteFromClipboard } from '../../store/flow/clipboard-access.ts';
import { useFlowStore } from '../../store/flow-store.ts';
import type { Command } from '../command.ts';

export const pasteCommand = {
  keywords: ['clipboard', 'insert', 'import'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: () => void pasteFromClipboard(),
} as const satisfies Command;

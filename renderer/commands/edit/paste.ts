import { pasteFromClipboard } from '../../stores/flow/clipboard-access.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const pasteCommand = {
  keywords: ['clipboard', 'insert', 'import'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: () => void pasteFromClipboard(),
} as const satisfies Command;

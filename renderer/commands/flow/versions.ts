import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { openVersions } from '../../stores/versions-store.ts';
import type { Command } from '../command.ts';

export const versionsCommand = {
  keywords: ['history', 'restore', 'earlier', 'compare', 'backup'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: openVersions,
} as const satisfies Command;

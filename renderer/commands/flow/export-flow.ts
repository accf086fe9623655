import { exportFlow } from '../../stores/flow/files-on-demand.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const exportFlowCommand = {
  keywords: ['download', 'file', 'json', 'flowise', 'share'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: exportFlow,
} as const satisfies Command;

import { saveNow } from '../../store/flow-session.ts';
import { useFlowStore } from '../../store/flow-store.ts';
import type { Command } from '../command.ts';

export const saveCommand = {
  keywords: ['store', 'write'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: () => void saveNow(),
} as const satisfies Command;

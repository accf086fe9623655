import { openUpsert } from '../../stores/editor-layout-store.ts';
import { saveNow } from '../../stores/flow/flow-session.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const upsertCommand = {
  keywords: ['run', 'upload', 'files', 'load', 'start'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: () => {
    // The server runs what it has: bring it up to what is on the screen.
    void saveNow();
    openUpsert();
  },
} as const satisfies Command;

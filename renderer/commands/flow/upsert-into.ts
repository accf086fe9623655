import { openUpsert } from '../../stores/editor-layout-store.ts';
import { saveNow } from '../../stores/flow/flow-session.ts';
import { currentGraph } from '../../stores/flow/flow-store.ts';
import { onlySelectedNodeId } from '../../stores/flow/selection.ts';
import { chooseTarget, vectorStoresOf } from '../../stores/flow/upsert-target.ts';
import type { Command } from '../command.ts';

function selectedStore(): string | undefined {
  const selected = onlySelectedNodeId();
  return vectorStoresOf(currentGraph()).find(({ id }) => id === selected)?.id;
}

export const upsertIntoCommand = {
  keywords: ['run to here', 'fill', 'upload', 'store'],
  when: () => selectedStore() !== undefined,
  run: () => {
    const store = selectedStore();
    if (store === undefined) return;
    // The server runs what it has: bring it up to what is on the screen.
    void saveNow();
    chooseTarget(store);
    openUpsert();
  },
} as const satisfies Command;

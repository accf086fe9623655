import { edgeKey } from '../../store/flow/flow-content.ts';
import { currentContent, select, useFlowStore } from '../../store/flow-store.ts';
import type { Command } from '../command.ts';

export const selectAllCommand = {
  keywords: ['everything'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: () => {
    const { nodes, edges } = currentContent();
    select(
      nodes.map((node) => node.id),
      edges.map((edge) => edgeKey(edge)),
    );
  },
} as const satisfies Command;

import { edgeKey } from '../../editor/flow-content.ts';
import { currentGraph, select, useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const selectAllCommand = {
  keywords: ['everything'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: () => {
    const { nodes, edges } = currentGraph();
    select(
      nodes.map((node) => node.id),
      edges.map((edge) => edgeKey(edge)),
    );
  },
} as const satisfies Command;

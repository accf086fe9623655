import { conversationSummaryMemory as definition } from '../../../../shared/nodes/memory/conversation-summary-memory.ts';
import { summaryMemory } from '../../answers/sum-up.ts';
import { implement } from '../../core/node-kinds.ts';

export const conversationSummaryMemory = implement(definition, {
  open: (_params, { model }, conversation) => ({
    recall: async (signal) => summaryMemory(conversation, await model()).recall(signal),
  }),
});

import { conversationChain as definition } from '../../../../shared/nodes/chains/conversation-chain.ts';
import { answerByPrompt } from '../../answers/answer-by-prompt.ts';
import { moderated } from '../../answers/moderated.ts';
import type { ChatMessage } from '../../core/chat-model.ts';
import { implement } from '../../core/node-kinds.ts';

export const conversationChain = implement(definition, {
  open: async ({ systemMessagePrompt }, { model, memory, chatPromptTemplate, inputModeration }) => {
    const prompt = await chatPromptTemplate();
    const plain = (question: string): readonly ChatMessage[] => [
      { role: 'system', content: systemMessagePrompt },
      { role: 'user', content: question },
    ];
    const messagesOf = (question: string) => prompt?.messages(question, { input: question }) ?? plain(question);
    return moderated(
      await inputModeration(),
      answerByPrompt({ model: await model(), memory: await memory(), messagesOf }),
    );
  },
});

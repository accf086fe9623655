import { llmChain as definition } from '../../../../shared/nodes/chains/llm-chain.ts';
import { answerByPrompt } from '../../answers/answer-by-prompt.ts';
import { moderated } from '../../answers/moderated.ts';
import { implement } from '../../core/node-kinds.ts';

export const llmChain = implement(definition, {
  open: async (_params, { model, prompt, outputParser, inputModeration }) => {
    const { messages } = await prompt();
    const chain = { model: await model(), messagesOf: messages, parser: await outputParser() };
    return moderated(await inputModeration(), answerByPrompt(chain));
  },
});

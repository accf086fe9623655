import { chatPromptTemplate as definition } from '../../../../shared/nodes/prompts/chat-prompt-template.ts';
import { templatePrompt } from '../../answers/fill-prompt.ts';
import { implement } from '../../core/node-kinds.ts';

export const chatPromptTemplate = implement(definition, {
  open: ({ systemMessagePrompt, humanMessagePrompt, promptValues }) =>
    templatePrompt(
      [
        { role: 'system', content: systemMessagePrompt },
        { role: 'user', content: humanMessagePrompt },
      ],
      promptValues,
    ),
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { chainOutputs, memoryInput, moderationInput, writingModelInput } from './common.ts';

export const conversationChain = defineNode({
  kind: 'chain',
  name: 'conversationChain',
  version: 3,
  label: 'Conversation Chain',
  description: 'Talks with a model that knows what was said before, without any documents.',
  icon: 'message-circle',
  type: 'ConversationChain',
  synonyms: ['answer', 'chat', 'talk', 'conversation', 'model'],
  params: z.object({
    systemMessagePrompt: textParam({
      title: 'System Message',
      help: 'How the model shall answer. A prompt that is connected goes before it.',
      default:
        'The following is a friendly conversation between a human and an AI. The AI is talkative and provides lots of specific details from its context. If the AI does not know the answer to a question, it truthfully says it does not know.',
      multiline: true,
      advanced: true,
    }),
  }),
  summary: () => t('A conversation'),
  inputs: [
    writingModelInput,
    { ...memoryInput, optional: false, help: 'What was said before.' },
    {
      name: 'chatPromptTemplate',
      label: 'Chat Prompt Template',
      type: 'BasePromptTemplate',
      handleClass: 'ChatPromptTemplate',
      optional: true,
      help: 'In the place of the system message; {input} in it stands for the question.',
    },
    moderationInput,
  ],
  outputs: chainOutputs('conversationChain', 'ConversationChain'),
});

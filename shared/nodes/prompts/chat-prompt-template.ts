import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { noEffectParam, textParam } from '../params.ts';
import { beginningOf, promptOutputs, promptValuesParam } from './common.ts';

export const chatPromptTemplate = defineNode({
  kind: 'prompt',
  name: 'chatPromptTemplate',
  version: 2,
  label: 'Chat Prompt Template',
  description: 'What a model is asked and how it shall answer, with variables in both.',
  icon: 'message-square-code',
  type: 'ChatPromptTemplate',
  synonyms: ['template', 'instruction', 'system', 'variable', 'text', 'role'],
  params: z.object({
    systemMessagePrompt: textParam({
      title: 'System Message',
      help: 'How the model shall answer. A name in braces is a variable.',
      placeholder: 'You translate {input_language} to {output_language}.',
      required: true,
      multiline: true,
    }),
    humanMessagePrompt: textParam({
      title: 'Human Message',
      help: 'What it is asked. A name in braces is a variable.',
      placeholder: '{text}',
      required: true,
      multiline: true,
    }),
    promptValues: promptValuesParam,
    messageHistory: noEffectParam({
      title: 'Messages History',
      help: 'Code that makes up earlier messages is not run here: this has no effect.',
      kind: 'text',
    }),
  }),
  summary: ({ humanMessagePrompt }) => beginningOf(humanMessagePrompt) || t('No text yet'),
  inputs: [],
  outputs: promptOutputs('chatPromptTemplate', 'ChatPromptTemplate', 'BaseChatPromptTemplate'),
});

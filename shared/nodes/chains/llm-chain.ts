import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { noEffectParam } from '../params.ts';
import { chainOutputs, moderationInput, writingModelInput } from './common.ts';

export const llmChain = defineNode({
  kind: 'chain',
  name: 'llmChain',
  version: 3,
  label: 'LLM Chain',
  description: 'Has a model answer a prompt. Its answer can be a part of the prompt of another chain.',
  icon: 'message-square-reply',
  type: 'LLMChain',
  synonyms: ['answer', 'model', 'prompt', 'generate', 'write', 'translate'],
  params: z.object({
    chainName: noEffectParam({
      title: 'Chain Name',
      help: 'Chains are called by their nodes here: this has no effect.',
      kind: 'text',
    }),
  }),
  summary: () => t('From its prompt'),
  inputs: [
    { ...writingModelInput, handleClass: 'BaseLanguageModel' },
    { name: 'prompt', label: 'Prompt', type: 'BasePromptTemplate', help: 'What the model is asked.' },
    {
      name: 'outputParser',
      label: 'Output Parser',
      type: 'BaseLLMOutputParser',
      optional: true,
      help: 'The form of the answer. Without one it is a text.',
    },
    moderationInput,
  ],
  outputs: [
    ...chainOutputs('llmChain', 'LLMChain'),
    { name: 'outputPrediction', label: 'Text for a prompt', type: 'Text', baseClasses: ['string', 'json'] },
  ],
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { beginningOf, promptOutputs, promptValuesParam } from './common.ts';

export const promptTemplate = defineNode({
  kind: 'prompt',
  name: 'promptTemplate',
  version: 1,
  label: 'Prompt Template',
  description: 'What a model is asked, with variables in it.',
  icon: 'message-square-text',
  type: 'PromptTemplate',
  synonyms: ['template', 'instruction', 'variable', 'text'],
  params: z.object({
    template: textParam({
      title: 'Template',
      help: 'A name in braces, {product}, is a variable. {{ and }} are braces as they are.',
      placeholder: 'What is a good name for a company that makes {product}?',
      required: true,
      multiline: true,
    }),
    promptValues: promptValuesParam,
  }),
  summary: ({ template }) => beginningOf(template) || t('No text yet'),
  inputs: [],
  outputs: promptOutputs('promptTemplate', 'PromptTemplate', 'BaseStringPromptTemplate'),
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { languageModelInput, vectorStoreInput } from './common.ts';

export const multiQueryRetriever = defineNode({
  kind: 'retriever',
  name: 'multiQueryRetriever',
  version: 1,
  label: 'Multi Query Retriever',
  description: 'Has a model put the question into other words, and searches for all of them.',
  icon: 'split',
  type: 'MultiQueryRetriever',
  synonyms: ['rewrite', 'paraphrase', 'several', 'queries', 'expand'],
  params: z.object({
    modelPrompt: textParam({
      title: 'Prompt',
      help: 'What the model is told; {question} stands for the question. It answers with a question a line, between <questions> and </questions> or alone. Empty: the built-in prompt.',
      multiline: true,
      advanced: true,
    }),
  }),
  summary: () => t('In other words, too'),
  inputs: [vectorStoreInput, languageModelInput],
  outputs: [
    {
      name: 'multiQueryRetriever',
      label: 'Retriever',
      type: 'BaseRetriever',
      baseClasses: ['MultiQueryRetriever', 'BaseRetriever'],
    },
  ],
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { chainOutputs, moderationInput, quotingModelInput, retrieverInput } from './common.ts';

export const retrievalQAChain = defineNode({
  kind: 'chain',
  name: 'retrievalQAChain',
  version: 2,
  label: 'Retrieval QA Chain',
  description: 'Answers each question by itself from what the retriever finds, sentence by sentence with its source.',
  icon: 'message-square-quote',
  type: 'RetrievalQAChain',
  synonyms: ['answer', 'question', 'rag', 'sources', 'citations'],
  params: z.object({}),
  summary: () => t('From what is found'),
  inputs: [quotingModelInput, retrieverInput, moderationInput],
  outputs: chainOutputs('retrievalQAChain', 'RetrievalQAChain'),
});

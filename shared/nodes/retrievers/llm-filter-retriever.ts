import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { baseRetrieverInput, languageModelInput, queryParam, retrieverOutputs, savedOnlyOutputs } from './common.ts';

export const llmFilterRetriever = defineNode({
  kind: 'retriever',
  name: 'llmFilterRetriever',
  version: 1,
  label: 'LLM Filter Retriever',
  description: 'Has a model read each passage, and keeps what of it is about the question, word by word.',
  icon: 'list-filter',
  type: 'LLMFilterRetriever',
  synonyms: ['compression', 'extract', 'relevant', 'filter', 'shorten'],
  params: z.object({ query: queryParam }),
  summary: () => t('What is about the question'),
  inputs: [baseRetrieverInput, { ...languageModelInput, help: 'Is asked once for each passage.' }],
  outputs: retrieverOutputs('LLMFilterRetriever'),
  savedOnlyOutputs,
});

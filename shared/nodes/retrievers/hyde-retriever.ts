import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, numberParam, textParam } from '../params.ts';
import { languageModelInput, queryParam, retrieverOutputs, savedOnlyOutputs, vectorStoreInput } from './common.ts';

const KINDS = [
  'websearch',
  'scifact',
  'arguana',
  'trec-covid',
  'fiqa',
  'dbpedia-entity',
  'trec-news',
  'mr-tydi',
] as const;

export const HydeRetriever = defineNode({
  kind: 'retriever',
  name: 'HydeRetriever',
  version: 3,
  label: 'HyDE Retriever',
  description: 'Has a model write a passage that would answer the question, and finds by meaning what is like it.',
  icon: 'lightbulb',
  type: 'HydeRetriever',
  synonyms: ['hypothetical', 'document', 'imagine', 'meaning'],
  byMeaning: true,
  params: z.object({
    query: queryParam,
    promptKey: choiceParam({
      title: 'Select Defined Prompt',
      help: 'What kind of passage the model writes.',
      default: 'websearch',
      choices: KINDS.map((value) => ({ value, label: value })),
    }),
    customPrompt: textParam({
      title: 'Custom Prompt',
      help: 'Instead of the one that is selected; {question} stands for the question.',
      multiline: true,
      advanced: true,
    }),
    topK: numberParam({
      title: 'Top K',
      help: 'How many passages are found, unless a question asks for another number.',
      default: 4,
      min: 1,
      max: 1000,
      unit: 'passages',
      advanced: true,
    }),
  }),
  summary: () => t('By an imagined answer'),
  inputs: [languageModelInput, vectorStoreInput],
  outputs: retrieverOutputs('HydeRetriever'),
  savedOnlyOutputs,
});

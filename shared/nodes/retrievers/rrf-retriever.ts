import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { numberParam } from '../params.ts';
import {
  baseRetrieverInput,
  languageModelInput,
  mostParam,
  queryParam,
  retrieverOutputs,
  savedOnlyOutputs,
} from './common.ts';

export const RRFRetriever = defineNode({
  kind: 'retriever',
  name: 'RRFRetriever',
  version: 1,
  label: 'Reciprocal Rank Fusion Retriever',
  description: 'Searches for other questions of a model, too, and puts first what most of them find.',
  icon: 'merge',
  type: 'RRFRetriever',
  synonyms: ['fusion', 'rank', 'rerank', 'several', 'queries', 'rag fusion'],
  params: z.object({
    query: queryParam,
    queryCount: numberParam({
      title: 'Query Count',
      help: 'How many questions the model makes.',
      default: 4,
      min: 1,
      max: 20,
      unit: 'questions',
      advanced: true,
    }),
    topK: mostParam,
    c: numberParam({
      title: 'Constant',
      help: 'The larger it is, the less the first places of a list count.',
      default: 60,
      min: 0,
      max: 10_000,
      integer: false,
      advanced: true,
    }),
  }),
  summary: ({ queryCount }) =>
    t('{count, plural, one {# question more} other {# questions more}}', { count: queryCount }),
  inputs: [baseRetrieverInput, languageModelInput],
  outputs: retrieverOutputs('RRFRetriever'),
  savedOnlyOutputs,
});

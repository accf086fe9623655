import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { numberParam } from '../params.ts';
import { queryParam, retrieverOutputs, savedOnlyOutputs } from './common.ts';

export const similarityThresholdRetriever = defineNode({
  kind: 'retriever',
  name: 'similarityThresholdRetriever',
  version: 2,
  label: 'Similarity Score Threshold Retriever',
  description: 'Finds by meaning only what is similar enough to the question, and nothing else.',
  icon: 'percent',
  type: 'SimilarityThresholdRetriever',
  synonyms: ['minimum', 'score', 'relevant', 'cut off', 'filter'],
  byMeaning: true,
  params: z.object({
    query: queryParam,
    minSimilarityScore: numberParam({
      title: 'Minimum Similarity Score (%)',
      help: 'Of the score of a search by meaning. Which number fits depends on the embedding model: look at the scores of a few questions.',
      default: 80,
      min: 0,
      max: 100,
      integer: false,
      unit: '%',
    }),
    maxK: numberParam({
      title: 'Max K',
      help: 'The most passages that a question finds, unless it asks for another number.',
      default: 20,
      min: 1,
      max: 1000,
      unit: 'passages',
      advanced: true,
    }),
    kIncrement: numberParam({
      title: 'K Increment',
      help: 'Flowise searches again for so many more passages, as long as all are similar enough. Here one search finds the same.',
      default: 2,
      min: 1,
      max: 1000,
      unit: 'passages',
      advanced: true,
      overridable: false,
    }),
  }),
  summary: ({ minSimilarityScore }) => t('At least {least, number} %', { least: minSimilarityScore }),
  inputs: [
    {
      name: 'vectorStore',
      label: 'Vector Store',
      type: 'VectorStore',
      help: 'Is searched by meaning.',
    },
  ],
  outputs: retrieverOutputs('SimilarityThresholdRetriever'),
  savedOnlyOutputs,
});

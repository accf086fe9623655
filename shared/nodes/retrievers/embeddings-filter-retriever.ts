import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { numberParam } from '../params.ts';
import { baseRetrieverInput, queryParam, retrieverOutputs, savedOnlyOutputs } from './common.ts';

export const embeddingsFilterRetriever = defineNode({
  kind: 'retriever',
  name: 'embeddingsFilterRetriever',
  version: 1,
  label: 'Embeddings Filter Retriever',
  description: 'Compares what another retriever finds with the question once more, and leaves out what is not similar.',
  icon: 'funnel',
  type: 'EmbeddingsFilterRetriever',
  synonyms: ['rerank', 'compression', 'similar', 'filter', 'order'],
  params: z.object({
    query: queryParam,
    similarityThreshold: numberParam({
      title: 'Similarity Threshold',
      help: 'Passages must be more similar to the question than this, from 0 to 1. Which number fits depends on the embedding model.',
      default: 0.8,
      min: 0,
      max: 1,
      integer: false,
    }),
    k: numberParam({
      title: 'K',
      help: 'The most passages that remain, the most similar first.',
      default: 20,
      min: 1,
      max: 1000,
      unit: 'passages',
      advanced: true,
    }),
  }),
  summary: ({ similarityThreshold }) => t('More than {least, number}', { least: similarityThreshold }),
  inputs: [
    baseRetrieverInput,
    {
      name: 'embeddings',
      label: 'Embeddings',
      type: 'Embeddings',
      help: 'Compares question and passages; it may be another model than that of the vector store.',
    },
  ],
  outputs: retrieverOutputs('EmbeddingsFilterRetriever'),
  savedOnlyOutputs,
});

import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { basepathParam } from '../embeddings/common.ts';
import { openChoiceParam, secretParam } from '../params.ts';
import { baseRetrieverInput, mostParam, queryParam, retrieverOutputs, savedOnlyOutputs } from './common.ts';

export const VOYAGE_RERANK_ADDRESS = 'https://api.voyageai.com/v1';

export const voyageAIRerankRetriever = defineNode({
  kind: 'retriever',
  name: 'voyageAIRerankRetriever',
  version: 1,
  label: 'Voyage AI Rerank Retriever',
  description:
    'Has a model of Voyage AI put what another retriever finds into the order in which it answers the question.',
  icon: 'arrow-down-narrow-wide',
  type: 'VoyageAIRerankRetriever',
  synonyms: ['rerank', 'voyage', 'order', 'relevance'],
  credential: { kind: 'voyageAIApi', label: 'Voyage AI account', vendorHosts: ['api.voyageai.com'] },
  params: z.object({
    apiKey: secretParam({ title: 'API key', required: true }),
    model: openChoiceParam({
      title: 'Model',
      default: 'rerank-lite-1',
      choices: ['rerank-2.5', 'rerank-2.5-lite', 'rerank-2', 'rerank-2-lite', 'rerank-1', 'rerank-lite-1'].map(
        (value) => ({ value, label: value }),
      ),
    }),
    query: queryParam,
    topK: mostParam,
    basepath: basepathParam('Voyage AI', VOYAGE_RERANK_ADDRESS),
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || VOYAGE_RERANK_ADDRESS],
  summary: (params) => params.model,
  inputs: [baseRetrieverInput],
  outputs: retrieverOutputs('VoyageAIRerankRetriever'),
  savedOnlyOutputs,
});

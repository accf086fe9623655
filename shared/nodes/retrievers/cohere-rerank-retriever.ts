import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { basepathParam } from '../embeddings/common.ts';
import { openChoiceParam, optionalNumberParam, secretParam } from '../params.ts';
import { baseRetrieverInput, mostParam, queryParam, retrieverOutputs, savedOnlyOutputs } from './common.ts';

export const COHERE_RERANK_ADDRESS = 'https://api.cohere.com/v1';

export const cohereRerankRetriever = defineNode({
  kind: 'retriever',
  name: 'cohereRerankRetriever',
  version: 1,
  label: 'Cohere Rerank Retriever',
  description:
    'Has a model of Cohere put what another retriever finds into the order in which it answers the question.',
  icon: 'arrow-down-wide-narrow',
  type: 'Cohere Rerank Retriever',
  synonyms: ['rerank', 'cohere', 'order', 'relevance'],
  credential: { kind: 'cohereApi', label: 'Cohere account', vendorHosts: ['api.cohere.com'] },
  params: z.object({
    cohereApiKey: secretParam({ title: 'API key', required: true }),
    model: openChoiceParam({
      title: 'Model',
      default: 'rerank-v3.5',
      choices: ['rerank-v3.5', 'rerank-english-v3.0', 'rerank-multilingual-v3.0'].map((value) => ({
        value,
        label: value,
      })),
    }),
    query: queryParam,
    topK: mostParam,
    maxChunksPerDoc: optionalNumberParam({
      title: 'Max Chunks Per Doc',
      help: 'Into how many pieces the service cuts a long passage. Empty: 10.',
      min: 1,
      max: 10_000,
      advanced: true,
    }),
    basepath: basepathParam('Cohere', COHERE_RERANK_ADDRESS),
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || COHERE_RERANK_ADDRESS],
  summary: (params) => params.model,
  inputs: [baseRetrieverInput],
  outputs: retrieverOutputs('Cohere Rerank Retriever'),
  savedOnlyOutputs,
});

import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { basepathParam } from '../embeddings/common.ts';
import { numberParam, openChoiceParam, secretParam } from '../params.ts';
import { baseRetrieverInput, queryParam, retrieverOutputs, savedOnlyOutputs } from './common.ts';

export const JINA_RERANK_ADDRESS = 'https://api.jina.ai/v1';

export const JinaRerankRetriever = defineNode({
  kind: 'retriever',
  name: 'JinaRerankRetriever',
  version: 1,
  label: 'Jina AI Rerank Retriever',
  description:
    'Has a model of Jina AI put what another retriever finds into the order in which it answers the question.',
  icon: 'list-ordered',
  type: 'JinaRerankRetriever',
  synonyms: ['rerank', 'jina', 'order', 'relevance'],
  credential: { kind: 'jinaAIApi', label: 'Jina AI account', vendorHosts: ['api.jina.ai'] },
  params: z.object({
    jinaAIAPIKey: secretParam({ title: 'API key', required: true }),
    model: openChoiceParam({
      title: 'Model',
      default: 'jina-reranker-v2-base-multilingual',
      choices: ['jina-reranker-v2-base-multilingual', 'jina-colbert-v2'].map((value) => ({ value, label: value })),
    }),
    query: queryParam,
    topN: numberParam({
      title: 'Top N',
      help: 'The most passages that remain.',
      default: 4,
      min: 1,
      max: 1000,
      unit: 'passages',
      advanced: true,
    }),
    basepath: basepathParam('Jina', JINA_RERANK_ADDRESS),
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || JINA_RERANK_ADDRESS],
  summary: (params) => params.model,
  inputs: [baseRetrieverInput],
  outputs: retrieverOutputs('JinaRerankRetriever'),
  savedOnlyOutputs,
});

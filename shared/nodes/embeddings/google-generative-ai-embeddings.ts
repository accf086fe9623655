import { z } from 'zod';
import { defineNode, type NodeCredential } from '../define-node.ts';
import { choiceParam, openChoiceParam, secretParam } from '../params.ts';
import { basepathParam, dimensionsParam, embeddingsOutput, stripNewLinesParam, timeoutParam } from './common.ts';

export const GOOGLE_ADDRESS = 'https://generativelanguage.googleapis.com/v1beta';

export const googleCredential: NodeCredential = {
  kind: 'googleGenerativeAI',
  label: 'Google AI account',
  vendorHosts: ['generativelanguage.googleapis.com'],
};

export const googleGenerativeAiEmbeddings = defineNode({
  kind: 'embedding',
  name: 'googleGenerativeAiEmbeddings',
  version: 2,
  label: 'GoogleGenerativeAI Embeddings',
  description: "Embeds with Google's Gemini models.",
  icon: 'gem',
  type: 'GoogleGenerativeAiEmbeddings',
  synonyms: ['google', 'gemini', 'text-embedding-004', 'ai studio', 'multilingual'],
  credential: googleCredential,
  connects: true,
  params: z.object({
    googleGenerativeAPIKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      default: 'gemini-embedding-001',
      choices: [
        { value: 'gemini-embedding-001', label: 'gemini-embedding-001' },
        { value: 'gemini-embedding-2', label: 'gemini-embedding-2' },
        { value: 'text-embedding-004', label: 'text-embedding-004' },
      ],
    }),
    tasktype: choiceParam({
      title: 'Used for',
      help: 'For search, documents and questions get different kinds of vectors.',
      default: 'RETRIEVAL_DOCUMENT',
      choices: [
        { value: 'RETRIEVAL_DOCUMENT', label: 'Search' },
        { value: 'RETRIEVAL_QUERY', label: 'Search (questions)' },
        { value: 'TASK_TYPE_UNSPECIFIED', label: 'Not said' },
        { value: 'SEMANTIC_SIMILARITY', label: 'Similarity' },
        { value: 'CLASSIFICATION', label: 'Classification' },
        { value: 'CLUSTERING', label: 'Clustering' },
      ],
    }),
    dimensions: dimensionsParam,
    stripNewLines: stripNewLinesParam(false),
    basepath: basepathParam('Google', GOOGLE_ADDRESS),
    timeout: timeoutParam,
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || GOOGLE_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('googleGenerativeAiEmbeddings', 'GoogleGenerativeAiEmbeddings'),
});

import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { noEffectParam, openChoiceParam, secretParam } from '../params.ts';
import { basepathParam, dimensionsParam, embeddingsOutput, timeoutParam } from './common.ts';

export const JINA_ADDRESS = 'https://api.jina.ai/v1';

export const jinaEmbeddings = defineNode({
  kind: 'embedding',
  name: 'jinaEmbeddings',
  version: 3,
  label: 'Jina Embeddings',
  description: "Embeds with Jina AI's models, which support many languages and long texts.",
  icon: 'origami',
  type: 'JinaEmbeddings',
  synonyms: ['jina', 'jina ai', 'multilingual', 'long context'],
  credential: { kind: 'jinaAIApi', label: 'Jina AI account', vendorHosts: ['api.jina.ai'] },
  connects: true,
  params: z.object({
    jinaAIAPIKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      default: 'jina-embeddings-v3',
      choices: [
        { value: 'jina-embeddings-v4', label: 'jina-embeddings-v4' },
        { value: 'jina-embeddings-v3', label: 'jina-embeddings-v3' },
        { value: 'jina-embeddings-v2-base-en', label: 'jina-embeddings-v2-base-en' },
        { value: 'jina-embeddings-v2-base-de', label: 'jina-embeddings-v2-base-de' },
        { value: 'jina-embeddings-v2-base-code', label: 'jina-embeddings-v2-base-code' },
      ],
    }),
    modelDimensions: dimensionsParam,
    allowLateChunking: noEffectParam({
      title: 'Late chunking',
      help: 'No effect here: each text gets its own vector, independent of the other texts of the request, so that it stays valid when other chunks change.',
      kind: 'boolean',
    }),
    basepath: basepathParam('Jina', JINA_ADDRESS),
    timeout: timeoutParam,
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || JINA_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('jinaEmbeddings', 'JinaEmbeddings'),
});

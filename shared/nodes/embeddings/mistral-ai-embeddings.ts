import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { openChoiceParam, secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import { batchSizeParam, dimensionsParam, embeddingsOutput, stripNewLinesParam, timeoutParam } from './common.ts';

export const MISTRAL_ADDRESS = 'https://api.mistral.ai';

export const mistralAIEmbeddings = defineNode({
  kind: 'embedding',
  name: 'mistralAIEmbeddings',
  version: 2,
  label: 'MistralAI Embeddings',
  description: "Embeds with Mistral's models; one is made for code.",
  icon: 'wind',
  type: 'MistralAIEmbeddings',
  synonyms: ['mistral', 'mistral-embed', 'codestral', 'code', 'la plateforme'],
  credential: { kind: 'mistralAIApi', label: 'Mistral account', vendorHosts: ['api.mistral.ai'] },
  connects: true,
  params: z.object({
    mistralAIAPIKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      default: 'mistral-embed',
      choices: [
        { value: 'mistral-embed', label: 'mistral-embed' },
        { value: 'codestral-embed', label: 'codestral-embed' },
      ],
    }),
    dimensions: dimensionsParam,
    // Flowise's default is 512, more than Mistral accepts: larger batches are sent as several requests.
    batchSize: batchSizeParam(256, 2048),
    stripNewLines: stripNewLinesParam(true),
    overrideEndpoint: textParam({
      title: 'Override endpoint',
      help: 'The address of a proxy or a private deployment, without /v1. Empty: Mistral.',
      rule: SERVICE_ADDRESS,
      placeholder: MISTRAL_ADDRESS,
      advanced: true,
    }),
    timeout: timeoutParam,
  }),
  secretAddresses: ({ overrideEndpoint }) => [overrideEndpoint.trim() || MISTRAL_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('mistralAIEmbeddings', 'MistralAIEmbeddings'),
});

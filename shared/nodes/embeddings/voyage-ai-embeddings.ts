import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { openChoiceParam, secretParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import { dimensionsParam, embeddingsOutput, timeoutParam } from './common.ts';

export const VOYAGE_ADDRESS = 'https://api.voyageai.com/v1/embeddings';

export const voyageAIEmbeddings = defineNode({
  kind: 'embedding',
  name: 'voyageAIEmbeddings',
  version: 2,
  label: 'VoyageAI Embeddings',
  description: "Embeds with Voyage AI's models, some of which are made for law, finance or code.",
  icon: 'sailboat',
  type: 'VoyageAIEmbeddings',
  synonyms: ['voyage', 'anthropic', 'mongodb', 'finance', 'law', 'code'],
  credential: { kind: 'voyageAIApi', label: 'Voyage AI account', vendorHosts: ['api.voyageai.com'] },
  connects: true,
  params: z.object({
    apiKey: secretParam({ title: 'API key', required: true }),
    endpoint: secretParam({
      title: 'Endpoint',
      help: `The full address of a proxy. Empty: ${VOYAGE_ADDRESS}.`,
      isName: true,
      rule: SERVICE_ADDRESS,
    }),
    modelName: openChoiceParam({
      title: 'Model',
      default: 'voyage-4',
      choices: [
        { value: 'voyage-4-large', label: 'voyage-4-large' },
        { value: 'voyage-4', label: 'voyage-4' },
        { value: 'voyage-4-lite', label: 'voyage-4-lite' },
        { value: 'voyage-3-large', label: 'voyage-3-large' },
        { value: 'voyage-3.5', label: 'voyage-3.5' },
        { value: 'voyage-3.5-lite', label: 'voyage-3.5-lite' },
        { value: 'voyage-code-3', label: 'voyage-code-3' },
        { value: 'voyage-finance-2', label: 'voyage-finance-2' },
        { value: 'voyage-law-2', label: 'voyage-law-2' },
      ],
    }),
    dimensions: dimensionsParam,
    timeout: timeoutParam,
  }),
  secretAddresses: ({ endpoint }) => [endpoint.trim() || VOYAGE_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('voyageAIEmbeddings', 'VoyageAIEmbeddings'),
});

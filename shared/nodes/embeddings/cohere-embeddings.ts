import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { choiceParam, openChoiceParam, secretParam } from '../params.ts';
import { basepathParam, embeddingsOutput, timeoutParam } from './common.ts';

export const COHERE_ADDRESS = 'https://api.cohere.com';

export const cohereEmbeddings = defineNode({
  kind: 'embedding',
  name: 'cohereEmbeddings',
  version: 3,
  label: 'Cohere Embedding',
  description: "Embeds with Cohere's models; some support a hundred languages.",
  icon: 'languages',
  type: 'CohereEmbeddings',
  synonyms: ['cohere', 'multilingual', 'embed-english', 'embed-v4'],
  credential: { kind: 'cohereApi', label: 'Cohere account', vendorHosts: ['api.cohere.com'] },
  connects: true,
  params: z.object({
    cohereApiKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      default: 'embed-english-v2.0',
      choices: [
        { value: 'embed-v4.0', label: 'embed-v4.0' },
        { value: 'embed-multilingual-v3.0', label: 'embed-multilingual-v3.0' },
        { value: 'embed-multilingual-light-v3.0', label: 'embed-multilingual-light-v3.0' },
        { value: 'embed-english-v3.0', label: 'embed-english-v3.0' },
        { value: 'embed-english-light-v3.0', label: 'embed-english-light-v3.0' },
        { value: 'embed-english-v2.0', label: 'embed-english-v2.0' },
      ],
    }),
    inputType: choiceParam({
      title: 'Used for',
      help: 'For search, documents and questions get different kinds of vectors.',
      default: 'search_query',
      choices: [
        { value: 'search_query', label: 'Search' },
        { value: 'search_document', label: 'Search (documents)' },
        { value: 'classification', label: 'Classification' },
        { value: 'clustering', label: 'Clustering' },
      ],
    }),
    basepath: basepathParam('Cohere', COHERE_ADDRESS),
    timeout: timeoutParam,
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || COHERE_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('cohereEmbeddings', 'CohereEmbeddings'),
});

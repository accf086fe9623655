import { z } from 'zod';
import { t } from '../../texts/t.ts';
import {
  azureBasePath,
  azureOpenAIAddresses,
  azureOpenAICredential,
  azureOpenAISecrets,
} from '../accounts/azure-openai.ts';
import { defineNode } from '../define-node.ts';

import { baseOptionsParam, batchSizeParam, embeddingsOutput, timeoutParam } from './common.ts';

export const azureOpenAIEmbeddings = defineNode({
  kind: 'embedding',
  name: 'azureOpenAIEmbeddings',
  version: 2,
  label: 'Azure OpenAI Embedding',
  description: 'Embeds with a model that is deployed on Azure OpenAI.',
  icon: 'cloud',
  type: 'AzureOpenAIEmbeddings',
  synonyms: ['azure', 'microsoft', 'openai', 'deployment', 'ada'],
  credential: azureOpenAICredential,
  connects: true,
  params: z.object({
    ...azureOpenAISecrets("The name of the embedding model's deployment."),
    basepath: azureBasePath,
    batchSize: batchSizeParam(100, 2048),
    timeout: timeoutParam,
    baseOptions: baseOptionsParam,
  }),
  secretAddresses: azureOpenAIAddresses,
  summary: () => t('A deployment on Azure'),
  inputs: [],
  outputs: embeddingsOutput('azureOpenAIEmbeddings', 'AzureOpenAIEmbeddings'),
});

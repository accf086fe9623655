import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
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
  credential: {
    kind: 'azureOpenAIApi',
    label: 'Azure OpenAI deployment',
    vendorHosts: ['{azureOpenAIApiInstanceName}.openai.azure.com'],
  },
  connects: true,
  params: z.object({
    azureOpenAIApiKey: secretParam({ title: 'API key', required: true }),
    azureOpenAIApiInstanceName: secretParam({
      title: 'Instance name',
      help: 'The first part of the address: my-resource in my-resource.openai.azure.com.',
      isName: true,
      requiredWithout: 'basepath',
    }),
    azureOpenAIApiDeploymentName: secretParam({
      title: 'Deployment name',
      help: "The name of the embedding model's deployment.",
      isName: true,
      required: true,
    }),
    azureOpenAIApiVersion: secretParam({ title: 'API version', help: 'Empty: 2024-10-21.', isName: true }),
    basepath: textParam({
      title: 'Base path',
      help: "Replaces the instance's address, up to and including /openai/deployments.",
      rule: SERVICE_ADDRESS,
      placeholder: 'https://gateway.example.com/openai/deployments',
      advanced: true,
    }),
    batchSize: batchSizeParam(100, 2048),
    timeout: timeoutParam,
    baseOptions: baseOptionsParam,
  }),
  secretAddresses: ({ basepath, azureOpenAIApiInstanceName }) => [
    basepath.trim() || `https://${azureOpenAIApiInstanceName}.openai.azure.com`,
  ],
  summary: () => t('A deployment on Azure'),
  inputs: [],
  outputs: embeddingsOutput('azureOpenAIEmbeddings', 'AzureOpenAIEmbeddings'),
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { baseOptionsParam } from '../embeddings/common.ts';
import { secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import { reasoningEffortParam } from './chat-openai.ts';
import {
  chatModelOutput,
  imagesParam,
  maxTokensParam,
  penaltyParam,
  silenceParam,
  streamingParam,
  temperatureParam,
  topPParam,
  VENDOR_SILENCE_MS,
} from './common.ts';

export const azureChatOpenAI = defineNode({
  kind: 'chatmodel',
  name: 'azureChatOpenAI',
  version: 7.1,
  label: 'Azure OpenAI',
  description: 'Answers with a model that is deployed on Azure OpenAI.',
  icon: 'cloud',
  type: 'AzureChatOpenAI',
  synonyms: ['azure', 'microsoft', 'openai', 'gpt', 'deployment', 'chat', 'llm'],
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
      help: "The name of the model's deployment.",
      isName: true,
      required: true,
    }),
    azureOpenAIApiVersion: secretParam({ title: 'API version', help: 'Empty: 2024-10-21.', isName: true }),
    modelName: textParam({
      title: 'Model',
      help: 'The name of the deployed model, for display. The deployment of the credential answers.',
      default: '',
    }),
    temperature: temperatureParam,
    allowImageUploads: imagesParam,
    streaming: streamingParam,
    reasoningEffort: reasoningEffortParam,
    maxTokens: maxTokensParam,
    topP: topPParam,
    frequencyPenalty: penaltyParam('Frequency penalty'),
    presencePenalty: penaltyParam('Presence penalty'),
    timeout: silenceParam(VENDOR_SILENCE_MS),
    basepath: textParam({
      title: 'Base path',
      help: "Replaces the instance's address, up to and including /openai/deployments.",
      rule: SERVICE_ADDRESS,
      placeholder: 'https://gateway.example.com/openai/deployments',
      advanced: true,
    }),
    baseOptions: baseOptionsParam,
  }),
  secretAddresses: ({ basepath, azureOpenAIApiInstanceName }) => [
    basepath.trim() || `https://${azureOpenAIApiInstanceName}.openai.azure.com`,
  ],
  summary: ({ modelName }) => modelName || t('A deployment on Azure'),
  inputs: [],
  outputs: chatModelOutput('azureChatOpenAI', 'AzureChatOpenAI'),
});

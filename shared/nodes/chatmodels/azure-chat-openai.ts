import { z } from 'zod';
import { t } from '../../texts/t.ts';
import {
  azureBasePath,
  azureOpenAIAddresses,
  azureOpenAICredential,
  azureOpenAISecrets,
} from '../accounts/azure-openai.ts';
import { defineNode } from '../define-node.ts';
import { baseOptionsParam } from '../embeddings/common.ts';
import { textParam } from '../params.ts';
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
  credential: azureOpenAICredential,
  connects: true,
  params: z.object({
    ...azureOpenAISecrets("The name of the model's deployment."),
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
    basepath: azureBasePath,
    baseOptions: baseOptionsParam,
  }),
  secretAddresses: azureOpenAIAddresses,
  summary: ({ modelName }) => modelName || t('A deployment on Azure'),
  inputs: [],
  outputs: chatModelOutput('azureChatOpenAI', 'AzureChatOpenAI'),
});

import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { baseOptionsParam } from '../embeddings/common.ts';
import { OPENAI_ADDRESS } from '../embeddings/openai-embeddings.ts';
import { choiceParam, openChoiceParam, secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import {
  chatModelOutput,
  imagesParam,
  maxTokensParam,
  OWN_SILENCE_MS,
  penaltyParam,
  silenceParam,
  stopParam,
  streamingParam,
  temperatureParam,
  topPParam,
} from './common.ts';

const localKey = secretParam({ title: 'API key', help: 'Not needed for most local servers.' });
/** Required: without it, questions would be sent to OpenAI. */
const localBasePath = textParam({
  title: 'Base path',
  help: 'The address of the server, up to and including /v1.',
  placeholder: 'http://localhost:8080/v1',
  rule: SERVICE_ADDRESS,
  required: true,
});

/** How long a model thinks before it answers, for those that think. */
export const reasoningEffortParam = choiceParam({
  title: 'Reasoning effort',
  help: 'How long models that think do so before they answer.',
  default: '',
  choices: [
    { value: '', label: "The model's own" },
    { value: 'minimal', label: 'Minimal' },
    { value: 'low', label: 'Low' },
    { value: 'medium', label: 'Medium' },
    { value: 'high', label: 'High' },
  ],
  advanced: true,
});

export const chatOpenAI = defineNode({
  kind: 'chatmodel',
  name: 'chatOpenAI',
  version: 8.3,
  aliases: [
    { name: 'chatOpenAICustom', version: 4, label: 'OpenAI Custom', type: 'ChatOpenAI-Custom' },
    {
      name: 'chatLocalAI',
      version: 3,
      label: 'LocalAI',
      type: 'ChatLocalAI',
      params: {
        basepath: { name: 'basePath', schema: localBasePath },
        openAIApiKey: { name: 'localAIApiKey', schema: localKey },
      },
      credential: { kind: 'localAIApi', label: 'LocalAI account', vendorHosts: [] },
    },
  ],
  label: 'OpenAI',
  description: "Answers with a model of OpenAI, or of any server that speaks OpenAI's chat interface.",
  icon: 'sparkles',
  type: 'ChatOpenAI',
  synonyms: [
    'openai',
    'gpt',
    'chat',
    'llm',
    'lm studio',
    'vllm',
    'llama.cpp',
    'jan',
    'localai',
    'litellm',
    'compatible',
  ],
  credential: { kind: 'openAIApi', label: 'OpenAI account', vendorHosts: ['api.openai.com'] },
  connects: true,
  params: z.object({
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      default: 'gpt-4o-mini',
      choices: ['gpt-4o-mini', 'gpt-4o', 'gpt-4.1-mini', 'gpt-4.1', 'gpt-5-mini', 'gpt-5'].map((value) => ({
        value,
        label: value,
      })),
    }),
    openAIApiKey: secretParam({
      title: 'API key',
      help: 'Not needed for most local servers.',
      requiredWithout: 'basepath',
    }),
    basepath: textParam({
      title: 'Base path',
      help: 'The address of a compatible server, up to and including /v1. Empty: OpenAI.',
      rule: SERVICE_ADDRESS,
      placeholder: 'http://localhost:1234/v1',
    }),
    temperature: temperatureParam,
    allowImageUploads: imagesParam,
    streaming: streamingParam,
    reasoningEffort: reasoningEffortParam,
    maxTokens: maxTokensParam,
    topP: topPParam,
    frequencyPenalty: penaltyParam('Frequency penalty'),
    presencePenalty: penaltyParam('Presence penalty'),
    stopSequence: stopParam,
    timeout: silenceParam(OWN_SILENCE_MS),
    baseOptions: baseOptionsParam,
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || OPENAI_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: chatModelOutput('chatOpenAI', 'ChatOpenAI'),
});

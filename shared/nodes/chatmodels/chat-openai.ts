import { z } from 'zod';
import { localAIAlias, openAIAddresses, openAICredential, openAIParams } from '../accounts/openai.ts';
import { defineNode } from '../define-node.ts';
import { baseOptionsParam } from '../embeddings/common.ts';
import { choiceParam, openChoiceParam } from '../params.ts';
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
      ...localAIAlias,
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
  credential: openAICredential,
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
    ...openAIParams,
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
  secretAddresses: openAIAddresses,
  summary: (params) => params.modelName,
  inputs: [],
  outputs: chatModelOutput('chatOpenAI', 'ChatOpenAI'),
});

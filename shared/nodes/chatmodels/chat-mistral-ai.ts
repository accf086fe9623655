import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { MISTRAL_ADDRESS } from '../embeddings/mistral-ai-embeddings.ts';
import { booleanParam, openChoiceParam, optionalNumberParam, secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import {
  chatModelOutput,
  imagesParam,
  maxTokensParam,
  silenceParam,
  streamingParam,
  temperatureParam,
  topPParam,
  VENDOR_SILENCE_MS,
} from './common.ts';

export const chatMistralAI = defineNode({
  kind: 'chatmodel',
  name: 'chatMistralAI',
  version: 4,
  label: 'Mistral',
  description: 'Answers with a model of Mistral.',
  icon: 'wind',
  type: 'ChatMistralAI',
  synonyms: ['mistral', 'mixtral', 'ministral', 'chat', 'llm'],
  credential: { kind: 'mistralAIApi', label: 'Mistral account', vendorHosts: ['api.mistral.ai'] },
  connects: true,
  params: z.object({
    mistralAIAPIKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      default: 'mistral-tiny',
      choices: ['mistral-small-latest', 'mistral-medium-latest', 'mistral-large-latest', 'mistral-tiny'].map(
        (value) => ({
          value,
          label: value,
        }),
      ),
    }),
    temperature: temperatureParam,
    allowImageUploads: imagesParam,
    streaming: streamingParam,
    maxOutputTokens: maxTokensParam,
    topP: topPParam,
    randomSeed: optionalNumberParam({
      title: 'Random seed',
      help: 'The same seed gives the same answers.',
      min: 0,
      max: 2_147_483_647,
      advanced: true,
    }),
    safeMode: booleanParam({
      title: 'Safe mode',
      help: "Puts Mistral's safety prompt before each question.",
      default: false,
      advanced: true,
    }),
    overrideEndpoint: textParam({
      title: 'Endpoint',
      help: 'The address of a proxy or a private deployment. Empty: Mistral.',
      rule: SERVICE_ADDRESS,
      placeholder: MISTRAL_ADDRESS,
      advanced: true,
    }),
    timeout: silenceParam(VENDOR_SILENCE_MS),
  }),
  secretAddresses: ({ overrideEndpoint }) => [overrideEndpoint.trim() || MISTRAL_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: chatModelOutput('chatMistralAI', 'ChatMistralAI'),
});

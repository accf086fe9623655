import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { booleanParam, numberParam, openChoiceParam, secretParam } from '../params.ts';
import {
  chatModelOutput,
  imagesParam,
  maxTokensParam,
  silenceParam,
  streamingParam,
  temperatureParam,
  topKParam,
  topPParam,
  VENDOR_SILENCE_MS,
} from './common.ts';

export const ANTHROPIC_ADDRESS = 'https://api.anthropic.com';

export const chatAnthropic = defineNode({
  kind: 'chatmodel',
  name: 'chatAnthropic',
  version: 8,
  label: 'Anthropic',
  description: 'Answers with a model of Anthropic.',
  icon: 'feather',
  type: 'ChatAnthropic',
  synonyms: ['anthropic', 'claude', 'chat', 'llm'],
  credential: { kind: 'anthropicApi', label: 'Anthropic account', vendorHosts: ['api.anthropic.com'] },
  connects: true,
  params: z.object({
    anthropicApiKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      default: 'claude-haiku-4-5',
      choices: ['claude-haiku-4-5', 'claude-sonnet-4-5', 'claude-opus-4-5'].map((value) => ({ value, label: value })),
    }),
    temperature: temperatureParam,
    allowImageUploads: imagesParam,
    streaming: streamingParam,
    extendedThinking: booleanParam({
      title: 'Think first',
      help: 'For models that can think before they answer.',
      default: false,
      advanced: true,
    }),
    budgetTokens: numberParam({
      title: 'Tokens for thinking',
      help: 'The most tokens that the model thinks, of those of its answer.',
      default: 1024,
      min: 1024,
      max: 1_000_000,
      unit: 'tokens',
      advanced: true,
    }),
    maxTokensToSample: maxTokensParam,
    topP: topPParam,
    topK: topKParam,
    timeout: silenceParam(VENDOR_SILENCE_MS),
  }),
  secretAddresses: () => [ANTHROPIC_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: chatModelOutput('chatAnthropic', 'ChatAnthropic', 'ChatAnthropicMessages'),
});

import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { openChoiceParam, secretParam } from '../params.ts';
import {
  chatModelOutput,
  maxTokensParam,
  silenceParam,
  streamingParam,
  temperatureParam,
  VENDOR_SILENCE_MS,
} from './common.ts';

export const GROQ_ADDRESS = 'https://api.groq.com';

export const groqChat = defineNode({
  kind: 'chatmodel',
  name: 'groqChat',
  version: 4,
  label: 'Groq',
  description: 'Answers with an open model that Groq runs.',
  icon: 'zap',
  type: 'GroqChat',
  synonyms: ['groq', 'llama', 'fast', 'chat', 'llm'],
  credential: { kind: 'groqApi', label: 'Groq account', vendorHosts: ['api.groq.com'] },
  connects: true,
  params: z.object({
    groqApiKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      default: 'llama-3.1-8b-instant',
      choices: ['llama-3.1-8b-instant', 'llama-3.3-70b-versatile', 'openai/gpt-oss-20b'].map((value) => ({
        value,
        label: value,
      })),
    }),
    temperature: temperatureParam,
    streaming: streamingParam,
    maxTokens: maxTokensParam,
    timeout: silenceParam(VENDOR_SILENCE_MS),
  }),
  secretAddresses: () => [GROQ_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: chatModelOutput('groqChat', 'GroqChat'),
});

import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { googleCredential } from '../embeddings/google-generative-ai-embeddings.ts';
import { openChoiceParam, optionalNumberParam, secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
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

export const GEMINI_ADDRESS = 'https://generativelanguage.googleapis.com';

export const chatGoogleGenerativeAI = defineNode({
  kind: 'chatmodel',
  name: 'chatGoogleGenerativeAI',
  version: 3.1,
  label: 'Google Gemini',
  description: 'Answers with a Gemini model of Google.',
  icon: 'gem',
  type: 'ChatGoogleGenerativeAI',
  synonyms: ['google', 'gemini', 'chat', 'llm'],
  credential: googleCredential,
  connects: true,
  params: z.object({
    googleGenerativeAPIKey: secretParam({ title: 'API key', required: true }),
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      default: 'gemini-2.5-flash',
      choices: ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'].map((value) => ({
        value,
        label: value,
      })),
    }),
    customModelName: textParam({
      title: 'Custom model',
      help: 'The name of a model, instead of the one above.',
      advanced: true,
    }),
    temperature: temperatureParam,
    allowImageUploads: imagesParam,
    streaming: streamingParam,
    thinkingBudget: optionalNumberParam({
      title: 'Tokens for thinking',
      help: "0: it does not think; -1: as the model decides. Empty: the model's own.",
      min: -1,
      max: 1_000_000,
      unit: 'tokens',
      advanced: true,
    }),
    maxOutputTokens: maxTokensParam,
    topP: topPParam,
    topK: topKParam,
    baseUrl: textParam({
      title: 'Base URL',
      help: 'The address of a proxy. Empty: Google.',
      rule: SERVICE_ADDRESS,
      placeholder: GEMINI_ADDRESS,
      advanced: true,
    }),
    timeout: silenceParam(VENDOR_SILENCE_MS),
  }),
  secretAddresses: ({ baseUrl }) => [baseUrl.trim() || GEMINI_ADDRESS],
  summary: ({ modelName, customModelName }) => customModelName || modelName,
  inputs: [],
  outputs: chatModelOutput('chatGoogleGenerativeAI', 'ChatGoogleGenerativeAI'),
});

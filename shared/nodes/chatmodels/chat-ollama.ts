import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { booleanParam, openChoiceParam, optionalNumberParam, secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import {
  chatModelOutput,
  imagesParam,
  OWN_SILENCE_MS,
  silenceParam,
  stopParam,
  streamingParam,
  temperatureParam,
  topKParam,
  topPParam,
} from './common.ts';

/** One of Ollama's own settings. */
function ollamaParam(title: string, help: string, max: number, integer = true) {
  return optionalNumberParam({ title, help, min: -1, max, integer, advanced: true });
}

export const chatOllama = defineNode({
  kind: 'chatmodel',
  name: 'chatOllama',
  version: 5,
  label: 'Ollama',
  description: 'Answers with a model that Ollama runs, on this machine or another.',
  icon: 'server',
  type: 'ChatOllama',
  synonyms: ['ollama', 'local', 'llama', 'qwen', 'gemma', 'offline', 'self-hosted', 'chat', 'llm'],
  credential: { kind: 'ollamaApi', label: 'Ollama account', vendorHosts: ['ollama.com'] },
  connects: true,
  params: z.object({
    ollamaApiKey: secretParam({ title: 'API key', help: 'Not needed for most local servers.' }),
    baseUrl: textParam({
      title: 'Base URL',
      help: 'The address at which Ollama runs.',
      default: 'http://localhost:11434',
      rule: SERVICE_ADDRESS,
      placeholder: 'http://localhost:11434',
    }),
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      help: 'Get it first, with: ollama pull qwen3:4b.',
      default: 'llama3.2',
      choices: ['llama3.2', 'qwen3:4b', 'gemma3:4b', 'mistral'].map((value) => ({ value, label: value })),
    }),
    temperature: temperatureParam,
    allowImageUploads: imagesParam,
    streaming: streamingParam,
    think: booleanParam({
      title: 'Think first',
      help: 'For models that can think before they answer.',
      default: false,
      advanced: true,
    }),
    jsonMode: booleanParam({
      title: 'JSON only',
      help: 'The answer is a JSON text.',
      default: false,
      advanced: true,
    }),
    keepAlive: textParam({
      title: 'Keep alive',
      help: 'How long Ollama keeps the model in memory after an answer, such as 5m.',
      default: '5m',
      pattern: /^-?\d+(ms|s|m|h)?$/,
      patternHelp: 'must be a time such as 5m',
      advanced: true,
    }),
    numCtx: optionalNumberParam({
      title: 'Context size',
      help: "Tokens of question, passages and answer together. Empty: Ollama's own, which may cut off the beginning of long questions.",
      min: 1,
      max: 10_000_000,
      unit: 'tokens',
    }),
    topP: topPParam,
    topK: topKParam,
    mirostat: ollamaParam('Mirostat', 'Keeps the surprise of the words even: 1 or 2; 0 is off.', 2),
    mirostatEta: ollamaParam('Mirostat eta', 'How fast Mirostat adapts.', 100, false),
    mirostatTau: ollamaParam('Mirostat tau', 'How much surprise Mirostat aims at.', 100, false),
    numGpu: optionalNumberParam({
      title: 'GPU layers',
      unit: 'layers',
      help: 'How many layers run on the graphics card. Empty: Ollama decides.',
      min: 0,
      max: 1000,
      advanced: true,
    }),
    numThread: optionalNumberParam({
      title: 'Threads',
      unit: 'threads',
      help: 'Empty: as Ollama decides.',
      min: 1,
      max: 1024,
      advanced: true,
    }),
    repeatLastN: ollamaParam('Repeat last N', 'How far back repeated words count, in tokens.', 10_000_000),
    repeatPenalty: ollamaParam('Repeat penalty', 'Higher numbers repeat fewer words.', 100, false),
    stop: stopParam,
    tfsZ: ollamaParam('Tail-free sampling', 'Higher numbers leave out fewer unlikely words; 1 is off.', 100, false),
    timeout: silenceParam(OWN_SILENCE_MS),
  }),
  secretAddresses: ({ baseUrl }) => [baseUrl],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: chatModelOutput('chatOllama', 'ChatOllama'),
});

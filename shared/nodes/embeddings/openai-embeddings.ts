import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { choiceParam, openChoiceParam, secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import {
  baseOptionsParam,
  batchSizeParam,
  dimensionsParam,
  embeddingsOutput,
  stripNewLinesParam,
  timeoutParam,
} from './common.ts';

export const OPENAI_ADDRESS = 'https://api.openai.com/v1';

const localKey = secretParam({ title: 'API key', help: 'Not needed for most local servers.' });
/** Required: without it, texts would be sent to OpenAI. */
const localBasePath = textParam({
  title: 'Base path',
  help: 'The address of the server, up to and including /v1.',
  placeholder: 'http://localhost:8080/v1',
  rule: SERVICE_ADDRESS,
  required: true,
});

export const openAIEmbeddings = defineNode({
  kind: 'embedding',
  name: 'openAIEmbeddings',
  version: 4,
  aliases: [
    { name: 'openAIEmbeddingsCustom', version: 3, label: 'OpenAI Embeddings Custom', type: 'OpenAIEmbeddingsCustom' },
    {
      name: 'localAIEmbeddings',
      version: 1,
      label: 'LocalAI Embeddings',
      type: 'LocalAI Embeddings',
      params: {
        basepath: { name: 'basePath', schema: localBasePath },
        openAIApiKey: { name: 'localAIApiKey', schema: localKey },
      },
      credential: { kind: 'localAIApi', label: 'LocalAI account', vendorHosts: [] },
    },
  ],
  label: 'OpenAI Embedding',
  description: "Sends text to OpenAI, or to any server that speaks OpenAI's embeddings interface.",
  icon: 'sparkles',
  type: 'OpenAIEmbeddings',
  synonyms: ['openai', 'gpt', 'ada', 'lm studio', 'vllm', 'localai', 'litellm', 'compatible', 'api'],
  credential: { kind: 'openAIApi', label: 'OpenAI account', vendorHosts: ['api.openai.com'] },
  connects: true,
  params: z.object({
    modelName: openChoiceParam({
      title: 'Model',
      isListed: true,
      default: 'text-embedding-ada-002',
      choices: [
        { value: 'text-embedding-3-small', label: 'text-embedding-3-small' },
        { value: 'text-embedding-3-large', label: 'text-embedding-3-large' },
        { value: 'text-embedding-ada-002', label: 'text-embedding-ada-002' },
      ],
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
    dimensions: dimensionsParam,
    batchSize: batchSizeParam(512, 2048),
    timeout: timeoutParam,
    encodingFormat: choiceParam({
      title: 'Encoding of vectors',
      help: 'For servers that support only one format.',
      default: 'base64',
      choices: [
        { value: 'base64', label: 'Base64' },
        { value: 'float', label: 'Numbers' },
      ],
      advanced: true,
    }),
    baseOptions: baseOptionsParam,
    stripNewLines: stripNewLinesParam(false),
  }),
  secretAddresses: ({ basepath }) => [basepath.trim() || OPENAI_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('openAIEmbeddings', 'OpenAIEmbeddings'),
});

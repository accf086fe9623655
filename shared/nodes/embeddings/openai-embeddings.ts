import { z } from 'zod';
import { localAIAlias, openAIAddresses, openAICredential, openAIParams } from '../accounts/openai.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, openChoiceParam } from '../params.ts';
import {
  baseOptionsParam,
  batchSizeParam,
  dimensionsParam,
  embeddingsOutput,
  stripNewLinesParam,
  timeoutParam,
} from './common.ts';

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
      ...localAIAlias,
    },
  ],
  label: 'OpenAI Embedding',
  description: "Sends text to OpenAI, or to any server that speaks OpenAI's embeddings interface.",
  icon: 'sparkles',
  type: 'OpenAIEmbeddings',
  synonyms: ['openai', 'gpt', 'ada', 'lm studio', 'vllm', 'localai', 'litellm', 'compatible', 'api'],
  credential: openAICredential,
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
    ...openAIParams,
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
  secretAddresses: openAIAddresses,
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('openAIEmbeddings', 'OpenAIEmbeddings'),
});

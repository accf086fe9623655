import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { booleanParam, openChoiceParam, optionalNumberParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import { batchSizeParam, embeddingsOutput, timeoutParam } from './common.ts';

export const ollamaEmbedding = defineNode({
  kind: 'embedding',
  name: 'ollamaEmbedding',
  version: 2,
  label: 'Ollama Embedding',
  description: 'Embeds with a model that Ollama runs, on this machine or another.',
  icon: 'server',
  type: 'OllamaEmbeddings',
  synonyms: ['ollama', 'local', 'llama', 'nomic', 'offline', 'self-hosted'],
  connects: true,
  params: z.object({
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
      help: 'Get it first, with: ollama pull nomic-embed-text.',
      default: 'nomic-embed-text',
      choices: [
        { value: 'nomic-embed-text', label: 'nomic-embed-text' },
        { value: 'mxbai-embed-large', label: 'mxbai-embed-large' },
        { value: 'bge-m3', label: 'bge-m3' },
        { value: 'all-minilm', label: 'all-minilm' },
      ],
    }),
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
    useMMap: booleanParam({
      title: 'Memory-map the model',
      help: 'Loads parts of the model on demand.',
      default: true,
      advanced: true,
    }),
    batchSize: batchSizeParam(64, 2048),
    timeout: timeoutParam,
  }),
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('ollamaEmbedding', 'OllamaEmbeddings'),
});

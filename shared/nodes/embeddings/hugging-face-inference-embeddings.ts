import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { openChoiceParam, secretParam, textParam } from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import { batchSizeParam, embeddingsOutput, timeoutParam } from './common.ts';

/** The service for models without a dedicated endpoint. */
export const HUGGING_FACE_ADDRESS = 'https://router.huggingface.co/hf-inference/models';

export const huggingFaceInferenceEmbeddings = defineNode({
  kind: 'embedding',
  name: 'huggingFaceInferenceEmbeddings',
  version: 1,
  label: 'HuggingFace Inference Embedding',
  description: "Embeds with a model on Hugging Face's servers, or on an inference endpoint of your own.",
  icon: 'smile',
  type: 'HuggingFaceInferenceEmbeddings',
  synonyms: ['hugging face', 'hf', 'inference', 'tei', 'endpoint', 'sentence transformers'],
  credential: { kind: 'huggingFaceApi', label: 'Hugging Face account', vendorHosts: ['router.huggingface.co'] },
  connects: true,
  params: z.object({
    huggingFaceApiKey: secretParam({
      title: 'Access token',
      help: 'Not needed for an open endpoint of your own.',
      requiredWithout: 'endpoint',
    }),
    modelName: openChoiceParam({
      title: 'Model',
      default: 'BAAI/bge-small-en-v1.5',
      choices: [
        { value: 'BAAI/bge-small-en-v1.5', label: 'BAAI/bge-small-en-v1.5' },
        { value: 'intfloat/multilingual-e5-large', label: 'intfloat/multilingual-e5-large' },
        { value: 'sentence-transformers/all-MiniLM-L6-v2', label: 'sentence-transformers/all-MiniLM-L6-v2' },
      ],
    }),
    endpoint: textParam({
      title: 'Endpoint',
      help: 'The address of an inference endpoint of your own. Empty: the public one of the model.',
      rule: SERVICE_ADDRESS,
      placeholder: 'https://name.endpoints.huggingface.cloud',
    }),
    batchSize: batchSizeParam(32, 512),
    timeout: timeoutParam,
  }),
  secretAddresses: ({ endpoint }) => [endpoint.trim() || HUGGING_FACE_ADDRESS],
  summary: (params) => params.modelName,
  inputs: [],
  outputs: embeddingsOutput('huggingFaceInferenceEmbeddings', 'HuggingFaceInferenceEmbeddings'),
});

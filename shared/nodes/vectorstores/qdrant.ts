import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import {
  choiceParam,
  jsonObjectParam,
  noEffectParam,
  numberParam,
  optionalNumberParam,
  secretParam,
  textParam,
} from '../params.ts';
import { SERVICE_ADDRESS } from '../text-rules.ts';
import { storeInputs, storeOutputs, topKParam } from './common.ts';

export const qdrant = defineNode({
  kind: 'vectorstore',
  name: 'qdrant',
  version: 5,
  label: 'Qdrant',
  description: 'Keeps chunks and vectors in a collection of a Qdrant server, on this machine or elsewhere.',
  icon: 'radar',
  type: 'Qdrant',
  synonyms: ['vector database', 'open source', 'server', 'remote', 'cloud'],
  credential: { kind: 'qdrantApi', label: 'Qdrant account', vendorHosts: [] },
  connects: true,
  params: z
    .object({
      qdrantApiKey: secretParam({ title: 'API key', help: 'Not needed for a server of your own that asks for none.' }),
      qdrantServerUrl: textParam({
        title: 'Server URL',
        rule: SERVICE_ADDRESS,
        placeholder: 'http://localhost:6333',
        required: true,
      }),
      qdrantCollection: textParam({
        title: 'Collection name',
        help: 'The first upsert makes it, if it is not there yet.',
        placeholder: 'handbook',
        required: true,
        pattern: /^[^<>:"/\\|?*\p{Cc}]{1,255}$/u,
        patternHelp: 'may have at most 255 characters, and none of < > : " / \\ | ? *',
      }),
      qdrantVectorDimension: optionalNumberParam({
        title: 'Vector dimension',
        help: "Not needed: a new collection takes the model's own. If set, a model with another one is refused.",
        min: 1,
        max: 65_536,
        advanced: true,
      }),
      contentPayloadKey: textParam({
        title: 'Content key',
        help: "The key of a point's payload that holds the text.",
        default: 'content',
        advanced: true,
      }),
      metadataPayloadKey: textParam({
        title: 'Metadata key',
        help: "The key of a point's payload that holds the metadata.",
        default: 'metadata',
        advanced: true,
      }),
      batchSize: numberParam({
        title: 'Upsert batch size',
        help: 'How many chunks one request carries.',
        default: 100,
        min: 1,
        max: 10_000,
        unit: 'chunks',
        advanced: true,
      }),
      qdrantSimilarity: choiceParam({
        title: 'Similarity',
        help: 'How vectors are compared. A collection keeps what it was made with.',
        default: 'Cosine',
        choices: [
          { value: 'Cosine', label: 'Cosine' },
          { value: 'Euclid', label: 'Euclidean' },
          { value: 'Dot', label: 'Dot product' },
        ],
        advanced: true,
      }),
      qdrantCollectionConfiguration: jsonObjectParam({
        title: 'Additional collection configuration',
        help: "More of Qdrant's settings for a new collection.",
        placeholder: '{"on_disk_payload": true}',
        advanced: true,
      }),
      fileUpload: noEffectParam({
        title: 'File upload',
        help: 'There is no chat here to upload files in.',
        kind: 'boolean',
      }),
      topK: topKParam({ advanced: true }),
      qdrantFilter: jsonObjectParam({
        title: 'Search filter',
        help: "Only chunks that fit are found. Written as Qdrant's filter.",
        placeholder: '{"must": [{"key": "metadata.source", "match": {"value": "handbook.pdf"}}]}',
        advanced: true,
      }),
    })
    .refine(({ contentPayloadKey, metadataPayloadKey }) => contentPayloadKey !== metadataPayloadKey, {
      path: ['metadataPayloadKey'],
      message: 'must be another key than that of the content',
    }),
  secretAddresses: ({ qdrantServerUrl }) => [qdrantServerUrl],
  summary: (params) => params.qdrantCollection,
  inputs: storeInputs,
  outputs: storeOutputs('Qdrant'),
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
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
  description: 'Keeps chunks and vectors in a collection of a Qdrant server, on this machine or another.',
  icon: 'radar',
  type: 'Qdrant',
  synonyms: ['vector database', 'open source', 'server', 'remote', 'cloud'],
  credential: { kind: 'qdrantApi', label: 'Qdrant account', vendorHosts: [] },
  connects: true,
  params: z
    .object({
      qdrantApiKey: secretParam({ title: 'API key', help: 'Not needed for your own server without keys.' }),
      qdrantServerUrl: textParam({
        title: 'Server URL',
        rule: SERVICE_ADDRESS,
        placeholder: 'http://localhost:6333',
        required: true,
      }),
      qdrantCollection: textParam({
        title: 'Collection name',
        help: 'The first upsert creates it if it does not exist.',
        placeholder: 'handbook',
        required: true,
        pattern: /^[^<>:"/\\|?*\p{Cc}]{1,255}$/u,
        patternHelp: t('may have at most 255 characters, and none of < > : " / \\ | ? *'),
      }),
      qdrantVectorDimension: optionalNumberParam({
        title: 'Vector dimension',
        help: "Not needed: a new collection uses the model's length. If set, models with another length are refused.",
        min: 1,
        max: 65_536,
        advanced: true,
      }),
      contentPayloadKey: textParam({
        title: 'Content key',
        help: "The key of the text in a point's payload.",
        default: 'content',
        advanced: true,
      }),
      metadataPayloadKey: textParam({
        title: 'Metadata key',
        help: "The key of the metadata in a point's payload.",
        default: 'metadata',
        advanced: true,
      }),
      batchSize: numberParam({
        title: 'Upsert batch size',
        help: 'The number of chunks per request.',
        default: 100,
        min: 1,
        max: 10_000,
        unit: 'chunks',
        advanced: true,
      }),
      qdrantSimilarity: choiceParam({
        title: 'Similarity',
        help: 'How vectors are compared. An existing collection keeps its distance.',
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
        help: 'No effect here: there is no chat to upload files in.',
        kind: 'boolean',
      }),
      topK: topKParam({ advanced: true }),
      qdrantFilter: jsonObjectParam({
        title: 'Search filter',
        help: "Only chunks that match are found. Written like Qdrant's filter.",
        placeholder: '{"must": [{"key": "metadata.source", "match": {"value": "handbook.pdf"}}]}',
        advanced: true,
      }),
    })
    .refine(({ contentPayloadKey, metadataPayloadKey }) => contentPayloadKey !== metadataPayloadKey, {
      path: ['metadataPayloadKey'],
      message: t('must differ from the key of the content'),
    }),
  secretAddresses: ({ qdrantServerUrl }) => [qdrantServerUrl],
  summary: (params) => params.qdrantCollection,
  inputs: storeInputs,
  outputs: storeOutputs('Qdrant'),
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { jsonObjectParam, secretParam, textParam } from '../params.ts';
import { SERVER_ADDRESS } from '../text-rules.ts';
import { storeInputs, storeOutputs, topKParam } from './common.ts';

export const chroma = defineNode({
  kind: 'vectorstore',
  name: 'chroma',
  version: 2,
  label: 'Chroma',
  description: 'Keeps chunks and vectors in a collection of a Chroma server, on this machine or another.',
  icon: 'palette',
  type: 'Chroma',
  synonyms: ['chromadb', 'vector database', 'open source', 'server', 'remote'],
  credential: {
    kind: 'chromaApi',
    label: 'Chroma account',
    // For each of its regions.
    vendorHosts: ['api.trychroma.com', 'europe-west1.gcp.trychroma.com'],
  },
  connects: true,
  params: z.object({
    chromaApiKey: secretParam({ title: 'API key', help: 'Not needed for your own server without keys.' }),
    chromaTenant: secretParam({
      title: 'Tenant',
      help: 'Empty: the tenant of the key, or default_tenant.',
      isName: true,
    }),
    chromaDatabase: secretParam({
      title: 'Database',
      help: 'Empty: the database of the key, or default_database.',
      isName: true,
    }),
    collectionName: textParam({
      title: 'Collection name',
      help: 'The first upsert creates it if it does not exist.',
      placeholder: 'handbook',
      required: true,
      pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{1,510}[A-Za-z0-9]$/,
      patternHelp: t(
        'may have letters, digits, dots, dashes and underscores, 3 to 512 of them, and begins and ends with a letter or digit',
      ),
    }),
    chromaURL: textParam({
      title: 'Chroma URL',
      help: "The server's address, without a path.",
      default: 'http://localhost:8000',
      rule: SERVER_ADDRESS,
      placeholder: 'http://localhost:8000',
    }),
    chromaMetadataFilter: jsonObjectParam({
      title: 'Metadata filter',
      help: "Only chunks that match are found. Written like Chroma's where.",
      placeholder: '{"source": "handbook.pdf"}',
      advanced: true,
    }),
    topK: topKParam({ advanced: true }),
  }),
  secretAddresses: ({ chromaURL }) => [chromaURL],
  summary: (params) => params.collectionName,
  inputs: storeInputs,
  outputs: storeOutputs('Chroma'),
});

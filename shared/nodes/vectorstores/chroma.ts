import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { jsonObjectParam, numberParam, secretParam, textParam } from '../params.ts';

export const chroma = defineNode({
  kind: 'vectorstore',
  name: 'chroma',
  version: 2,
  label: 'Chroma',
  description: 'Keeps chunks and vectors in a collection of a Chroma server, on this machine or elsewhere.',
  icon: 'database',
  type: 'Chroma',
  synonyms: ['chromadb', 'vector database', 'open source', 'server', 'remote'],
  credential: { kind: 'chromaApi', label: 'Chroma account' },
  connects: true,
  params: z.object({
    chromaApiKey: secretParam({ title: 'API key', help: 'Not needed for a server of your own that asks for none.' }),
    chromaTenant: secretParam({ title: 'Tenant', help: 'Empty: the one of the key, or default_tenant.' }),
    chromaDatabase: secretParam({ title: 'Database', help: 'Empty: the one of the key, or default_database.' }),
    collectionName: textParam({
      title: 'Collection name',
      help: 'It is made by the first upsert, if it is not there yet.',
      placeholder: 'handbook',
      required: true,
      pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{1,510}[A-Za-z0-9]$/,
      patternHelp:
        'may have letters, digits, dots, dashes and underscores, 3 to 512 of them, and begins and ends with a letter or digit',
    }),
    chromaURL: textParam({
      title: 'Chroma URL',
      help: "The server's address, without a path.",
      default: 'http://localhost:8000',
      placeholder: 'http://localhost:8000',
    }),
    chromaMetadataFilter: jsonObjectParam({
      title: 'Metadata filter',
      help: 'Only chunks that fit are found. Written as Chroma\'s where, for example {"source": "handbook.pdf"}.',
      advanced: true,
    }),
    topK: numberParam({
      title: 'Top K',
      help: 'How many passages a question gets, if it does not say.',
      default: 4,
      min: 1,
      max: 1000,
      advanced: true,
    }),
  }),
  summary: (params) => params.collectionName,
  inputs: [
    { name: 'document', label: 'Document', type: 'Document', list: true, help: 'What to store: one loader or more.' },
    { name: 'embeddings', label: 'Embeddings', type: 'Embeddings', help: 'Turns each chunk into a vector.' },
    {
      name: 'recordManager',
      label: 'Record Manager',
      type: 'RecordManager',
      optional: true,
      help: 'Remembers what was stored, so that the next run writes only what changed.',
    },
  ],
  outputs: [
    {
      name: 'retriever',
      label: 'Chroma Retriever',
      type: 'VectorStore',
      baseClasses: ['Chroma', 'VectorStoreRetriever', 'BaseRetriever'],
    },
    {
      name: 'vectorStore',
      label: 'Chroma Vector Store',
      type: 'VectorStore',
      baseClasses: ['Chroma', 'VectorStore'],
    },
  ],
});

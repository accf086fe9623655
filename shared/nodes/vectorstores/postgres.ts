import { z } from 'zod';
import { t } from '../../texts/t.ts';
import {
  additionalConfigParam,
  databaseParams,
  POSTGRES_CREDENTIAL,
  POSTGRES_PORT,
  sslParam,
  tableNameParam,
} from '../database-params.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, jsonObjectParam, noEffectParam, numberParam, textParam } from '../params.ts';
import { storeInputs, storeOutputs, topKParam } from './common.ts';

export const postgres = defineNode({
  kind: 'vectorstore',
  name: 'postgres',
  version: 7.1,
  label: 'Postgres',
  description: 'Keeps chunks and vectors in a table of a PostgreSQL database with pgvector.',
  icon: 'database',
  type: 'Postgres',
  synonyms: ['postgresql', 'pgvector', 'pg', 'sql', 'supabase', 'neon', 'timescale', 'remote'],
  credential: POSTGRES_CREDENTIAL,
  connects: true,
  params: z.object({
    ...databaseParams({ port: POSTGRES_PORT }),
    ssl: sslParam(),
    tableName: tableNameParam({
      help: 'The first upsert creates it, with an index for vectors of up to 4,000 numbers.',
      default: 'documents',
      schemas: true,
    }),
    distanceStrategy: choiceParam({
      title: 'Distance',
      help: 'The distance of the index that is created with the table.',
      default: 'cosine',
      choices: [
        { value: 'cosine', label: 'Cosine' },
        { value: 'euclidean', label: 'Euclidean' },
        { value: 'innerProduct', label: 'Inner product' },
      ],
      advanced: true,
    }),
    batchSize: numberParam({
      title: 'Batch size',
      help: 'The most chunks that one statement writes.',
      unit: 'chunks',
      default: 500,
      min: 1,
      max: 10_000,
      advanced: true,
    }),
    topK: topKParam({ advanced: true }),
    pgMetadataFilter: jsonObjectParam({
      title: 'Metadata filter',
      help: 'Only chunks with these values are found. A list means any of its values; a key may be a path with dots.',
      placeholder: '{"source": ["handbook.pdf", "rules.pdf"]}',
      advanced: true,
    }),
    contentColumnName: textParam({
      title: 'Content column',
      help: 'Column with the text of a chunk.',
      default: 'pageContent',
      pattern: /^(?!(?:id|metadata|embedding|chunk_no)$)[A-Za-z_][A-Za-z0-9_$-]{0,62}$/,
      patternHelp: t(
        'may have letters, digits, underscores, dashes and dollars, at most 63, does not begin with a digit, and is not one of our other columns',
      ),
      advanced: true,
    }),
    fileUpload: noEffectParam({
      title: 'File upload',
      help: 'No effect here: there is no chat to upload files in.',
      kind: 'boolean',
    }),
    additionalConfig: additionalConfigParam(),
  }),
  secretAddresses: ({ host, port }) => [{ host, port }],
  summary: (params) => params.tableName,
  inputs: storeInputs,
  outputs: storeOutputs('Postgres'),
});

import { z } from 'zod';
import {
  additionalConfigParam,
  databaseParams,
  POSTGRES_CREDENTIAL,
  POSTGRES_PORT,
  sslParam,
} from '../database-params.ts';
import { defineNode } from '../define-node.ts';
import { describeCleanup, recordParams, recordTableParam } from './common.ts';

export const postgresRecordManager = defineNode({
  kind: 'recordmanager',
  name: 'postgresRecordManager',
  version: 1,
  label: 'Postgres Record Manager',
  description: 'Remembers in a PostgreSQL database what was stored, so that several machines can share it.',
  icon: 'clipboard-check',
  type: 'Postgres RecordManager',
  synonyms: ['postgresql', 'dedupe', 'duplicate', 'incremental', 'sync', 'cleanup', 'records', 'shared'],
  credential: POSTGRES_CREDENTIAL,
  connects: true,
  params: z.object({
    ...databaseParams({ port: POSTGRES_PORT }),
    ...recordParams(),
    ssl: sslParam(),
    tableName: recordTableParam({ schemas: true }),
    additionalConfig: additionalConfigParam(),
  }),
  secretAddresses: ({ host, port }) => [{ host, port }],
  summary: describeCleanup,
  inputs: [],
  outputs: [
    {
      name: 'postgresRecordManager',
      label: 'Record Manager',
      type: 'RecordManager',
      baseClasses: ['Postgres RecordManager', 'RecordManager'],
    },
  ],
});

import { z } from 'zod';
import { additionalConfigParam, databaseParams, MYSQL_CREDENTIAL, MYSQL_PORT } from '../database-params.ts';
import { defineNode } from '../define-node.ts';
import { describeCleanup, recordParams, recordTableParam } from './common.ts';

export const MySQLRecordManager = defineNode({
  kind: 'recordmanager',
  name: 'MySQLRecordManager',
  version: 1,
  label: 'MySQL Record Manager',
  description: 'Remembers in a MySQL or MariaDB database what was stored, so that several machines can share it.',
  icon: 'list-checks',
  type: 'MySQL RecordManager',
  synonyms: ['mariadb', 'dedupe', 'duplicate', 'incremental', 'sync', 'cleanup', 'records', 'shared'],
  credential: MYSQL_CREDENTIAL,
  connects: true,
  params: z.object({
    ...databaseParams({ port: MYSQL_PORT }),
    ...recordParams(),
    tableName: recordTableParam({ schemas: false }),
    additionalConfig: additionalConfigParam(),
  }),
  secretAddresses: ({ host, port }) => [{ host, port }],
  summary: describeCleanup,
  inputs: [],
  outputs: [
    {
      name: 'MySQLRecordManager',
      label: 'Record Manager',
      type: 'RecordManager',
      baseClasses: ['MySQL RecordManager', 'RecordManager'],
    },
  ],
});

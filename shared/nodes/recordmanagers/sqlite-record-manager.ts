import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { noEffectParam } from '../params.ts';
import { describeCleanup, recordParams } from './common.ts';

export const SQLiteRecordManager = defineNode({
  kind: 'recordmanager',
  name: 'SQLiteRecordManager',
  version: 1.1,
  label: 'SQLite Record Manager',
  description: 'Remembers what was stored, so that the next run writes only what changed.',
  icon: 'book-check',
  type: 'SQLite RecordManager',
  synonyms: ['dedupe', 'duplicate', 'incremental', 'sync', 'cleanup', 'records'],
  params: z.object({
    ...recordParams(),
    tableName: noEffectParam({
      title: 'Table name',
      help: 'No effect here: records are in the database of the app, separated by namespace.',
      kind: 'text',
    }),
    additionalConfig: noEffectParam({
      title: 'Additional configuration',
      help: 'No effect here: records are in the database of the app, which has no such settings.',
      kind: 'text',
    }),
  }),
  summary: describeCleanup,
  inputs: [],
  outputs: [
    {
      name: 'SQLiteRecordManager',
      label: 'Record Manager',
      type: 'RecordManager',
      baseClasses: ['SQLite RecordManager', 'RecordManager'],
    },
  ],
});

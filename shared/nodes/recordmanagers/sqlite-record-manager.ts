import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { choiceParam, textParam } from '../params.ts';

const CLEANUP_WORDS = {
  none: 'Deletes nothing',
  incremental: 'Replaces what changed',
  full: 'Mirrors each run',
} as const;

export const SQLiteRecordManager = defineNode({
  kind: 'recordmanager',
  name: 'SQLiteRecordManager',
  version: 1.1,
  label: 'SQLite Record Manager',
  description: 'Remembers what was stored, so that running again writes only what changed.',
  icon: 'book-check',
  type: 'SQLite RecordManager',
  synonyms: ['dedupe', 'duplicate', 'incremental', 'sync', 'cleanup', 'records'],
  params: z.object({
    cleanup: choiceParam({
      title: 'Clean-up',
      default: 'none',
      choices: [
        { value: 'none', label: 'None', help: 'Nothing is deleted.' },
        { value: 'incremental', label: 'Incremental', help: 'Old chunks of the files in this run are deleted.' },
        { value: 'full', label: 'Full', help: 'Everything that this run did not produce is deleted.' },
      ],
    }),
    namespace: textParam({
      title: 'Namespace',
      help: 'Records of different namespaces do not see each other. Empty: one of its own for this flow.',
      pattern: /^[A-Za-z0-9_-]{0,128}$/,
      patternHelp: 'may have letters, digits, dashes and underscores, at most 128',
      advanced: true,
    }),
    sourceIdKey: textParam({
      title: 'Source id key',
      help: 'The metadata key that names where a chunk comes from.',
      default: 'source',
      advanced: true,
    }),
  }),
  summary: (params) => CLEANUP_WORDS[params.cleanup],
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

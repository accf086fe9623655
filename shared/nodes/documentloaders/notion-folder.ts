import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { FULL_PATH } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { foundFilesParams } from './found-files.ts';

export const notionFolder = defineNode({
  kind: 'documentloader',
  name: 'notionFolder',
  version: 2,
  label: 'Notion Folder',
  description: 'Reads pages and tables of a Notion export (Markdown & CSV) that was unpacked into a folder.',
  icon: 'notebook-text',
  type: 'Document',
  synonyms: ['notion', 'export', 'wiki', 'markdown', 'notes', 'workspace'],
  connects: true,
  testLabel: 'Check the folder',
  params: z.object({
    notionFolder: textParam({
      title: 'Notion folder',
      help: 'Full path of the folder with the unpacked export. ~ means your home folder.',
      required: true,
      rule: FULL_PATH,
      pathOf: 'folder',
      placeholder: '~/Downloads/Export',
    }),
    skipErrors: foundFilesParams.skipErrors,
    ...loaderParams,
  }),
  summary: (params) => params.notionFolder.split(/[/\\]/).findLast((part) => part !== '') ?? t('No folder yet'),
  inputs: loaderInputs,
  outputs: loaderOutputs,
});

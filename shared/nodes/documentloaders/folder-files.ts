import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { booleanParam, textParam } from '../params.ts';
import { FULL_PATH } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { excludeParam, foundFilesParams, readingParams } from './found-files.ts';

export const folderFiles = defineNode({
  kind: 'documentloader',
  name: 'folderFiles',
  version: 4,
  label: 'Folder with Files',
  description:
    'Reads the files of a folder on this machine. Files that have not changed since the last run are not read again.',
  icon: 'folder',
  type: 'Document',
  synonyms: [
    'directory',
    'folder',
    'local',
    'disk',
    'path',
    'sync',
    'watch',
    'glob',
    'many files',
    'network drive',
    'share',
    'nas',
    'obsidian',
    'vault',
  ],
  connects: true,
  testLabel: 'Check the folder',
  params: z.object({
    folderPath: textParam({
      title: 'Folder',
      help: 'Its full path on the machine that runs Tributary. ~ means your home folder.',
      required: true,
      rule: FULL_PATH,
      pathOf: 'folder',
      placeholder: '~/Documents/handbook',
    }),
    recursive: booleanParam({ title: 'With subfolders', default: false }),
    ...foundFilesParams,
    exclude: excludeParam,
    includeHidden: booleanParam({
      title: 'Hidden files too',
      help: 'Files and folders whose name begins with a dot.',
      default: false,
      advanced: true,
    }),
    addFileInfo: booleanParam({
      title: 'Record size and date',
      help: 'Adds size and modification time to the metadata. Then a file that is saved without changes counts as updated.',
      default: false,
      advanced: true,
    }),
    ...readingParams,
    ...loaderParams,
  }),
  initial: { recursive: true },
  summary: ({ folderPath, recursive }) => {
    if (folderPath === '') return t('No folder yet');
    const name = folderPath.split(/[/\\]/).findLast((part) => part !== '') ?? folderPath;
    return recursive ? t('{name} and its subfolders', { name }) : name;
  },
  inputs: loaderInputs,
  outputs: loaderOutputs,
});

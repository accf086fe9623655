import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, fileParam, textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = ['.csv', '.tsv'] as const;

export const csvFile = defineNode({
  kind: 'documentloader',
  name: 'csvFile',
  version: 3,
  label: 'CSV File',
  description: 'Reads a table, one document per row.',
  icon: 'file-spreadsheet',
  type: 'Document',
  synonyms: ['csv', 'tsv', 'table', 'rows', 'spreadsheet', 'excel'],
  params: z.object({
    csvFile: fileParam({ title: 'CSV file', accept: extensions }),
    columnName: textParam({
      title: 'Single column',
      help: 'Read only the text of this column. Empty: every column, as "name: value" lines.',
    }),
    header: choiceParam({
      title: 'Header',
      default: 'firstRow',
      choices: [
        { value: 'firstRow', label: 'First row', help: 'The first row names the columns.' },
        {
          value: 'detect',
          label: 'Detect',
          help: 'Finds the names of each table in the file, below titles. A table may have none.',
        },
      ],
      advanced: true,
    }),
    ...loaderParams,
  }),
  summary: (params) =>
    params.columnName === '' ? t('One document a row') : t('Column {name}', { name: params.columnName }),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'csvFile',
    extensions,
    reads:
      'Each row is a document of “name: value” lines, whatever the delimiter. File Loader finds the header below titles, and several tables in a file, and tells what it took; CSV File takes the first row unless it is told to look for the header.',
  },
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { fileParam, textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = ['.jsonl', '.ndjson'] as const;

export const jsonlinesFile = defineNode({
  kind: 'documentloader',
  name: 'jsonlinesFile',
  version: 3,
  label: 'JSON Lines File',
  description: 'Reads a file with a JSON value on each line, one document per line.',
  icon: 'list-tree',
  type: 'Document',
  synonyms: ['json', 'jsonl', 'ndjson', 'lines', 'records', 'export', 'log'],
  params: z.object({
    jsonlinesFile: fileParam({ title: 'JSON Lines file', accept: extensions }),
    pointerName: textParam({
      title: 'Pointer',
      help: 'The text of a line: the name of a key, or a JSON pointer. / reads the whole line.',
      placeholder: 'text',
      required: true,
    }),
    ...loaderParams,
  }),
  summary: ({ pointerName }) =>
    pointerName === '' ? t('One document a line') : t('{pointer} of each line', { pointer: pointerName }),
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'jsonlinesFile',
    extensions,
    reads:
      'Each line is a document: File Loader reads all of its values with their names, JSON Lines File those of a key.',
  },
});

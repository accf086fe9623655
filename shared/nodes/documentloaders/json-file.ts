import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { booleanParam, fileParam, textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

const extensions = ['.json'] as const;

export const jsonFile = defineNode({
  kind: 'documentloader',
  name: 'jsonFile',
  version: 3.1,
  label: 'JSON File',
  description: 'Reads the texts of a JSON file, at any depth, or one document per object.',
  icon: 'file-braces',
  type: 'Document',
  synonyms: ['json', 'object', 'list', 'array', 'pointer', 'export', 'data'],
  params: z.object({
    jsonFile: fileParam({ title: 'JSON file', accept: extensions }),
    separateByObject: booleanParam({
      title: 'One document per object',
      help: 'Each object of the list becomes a document of "name: value" lines. Off: each text becomes a document.',
      default: false,
      advanced: true,
    }),
    pointersName: textParam({
      title: 'Pointers',
      help: 'Read only the values of these keys, at any depth: names or JSON pointers, separated by commas. Empty: everything.',
      placeholder: 'title, /author/name',
    }),
    ...loaderParams,
  }),
  summary: ({ separateByObject, pointersName }) => {
    if (pointersName !== '') return t('What is under {pointer}', { pointer: pointersName });
    return separateByObject ? t('One document per object') : t('Every text in the file');
  },
  inputs: loaderInputs,
  outputs: loaderOutputs,
  upload: {
    param: 'jsonFile',
    extensions,
    reads:
      'File Loader reads all values with their names, numbers too, and makes a document of each item of a list. JSON File reads the texts, or one document per object.',
  },
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { autofixParam, parserOutputs } from './common.ts';

export const csvOutputParser = defineNode({
  kind: 'outputparser',
  name: 'csvOutputParser',
  version: 1,
  label: 'CSV Output Parser',
  description: 'Makes a list of an answer: values with commas between them.',
  icon: 'list',
  type: 'CSVListOutputParser',
  synonyms: ['list', 'comma', 'json', 'array', 'format'],
  params: z.object({ autofix: autofixParam }),
  summary: () => t('A list'),
  inputs: [],
  outputs: parserOutputs('csvOutputParser', 'CSVListOutputParser'),
});

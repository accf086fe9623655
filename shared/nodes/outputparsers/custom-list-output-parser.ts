import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { numberParam, textParam } from '../params.ts';
import { autofixParam, parserOutputs } from './common.ts';

export const customListOutputParser = defineNode({
  kind: 'outputparser',
  name: 'customListOutputParser',
  version: 1,
  label: 'Custom List Output Parser',
  description: 'Makes a list of a given length of an answer.',
  icon: 'list-plus',
  type: 'CustomListOutputParser',
  synonyms: ['list', 'separator', 'json', 'array', 'format'],
  params: z.object({
    length: numberParam({
      title: 'Length',
      help: 'How many values an answer has.',
      default: 5,
      min: 1,
      max: 1000,
      unit: 'values',
    }),
    separator: textParam({ title: 'Separator', help: 'What stands between two values.', default: ',' }),
    autofix: autofixParam,
  }),
  summary: ({ length }) => t('{length, plural, one {# value} other {# values}}', { length }),
  inputs: [],
  outputs: parserOutputs('customListOutputParser', 'CustomListOutputParser'),
});

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { toolOutputs } from './common.ts';

export const calculator = defineNode({
  kind: 'tool',
  name: 'calculator',
  version: 1,
  label: 'Calculator',
  description: 'Lets an agent calculate: the four operations, powers, roots, logarithms, rounding.',
  icon: 'calculator',
  type: 'Calculator',
  synonyms: ['tool', 'maths', 'arithmetic', 'sum', 'numbers'],
  params: z.object({}),
  summary: () => t('Calculates'),
  inputs: [],
  outputs: toolOutputs('calculator', 'Calculator', 'Tool', 'StructuredTool', 'Runnable'),
});

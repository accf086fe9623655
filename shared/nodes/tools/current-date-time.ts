import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { toolOutputs } from './common.ts';

export const currentDateTime = defineNode({
  kind: 'tool',
  name: 'currentDateTime',
  version: 1,
  label: 'CurrentDateTime',
  description: 'Tells an agent which day and time it is on the server’s machine.',
  icon: 'calendar-clock',
  type: 'CurrentDateTime',
  synonyms: ['tool', 'today', 'now', 'day', 'weekday', 'clock'],
  params: z.object({}),
  summary: () => t('Day and time'),
  inputs: [],
  outputs: toolOutputs('currentDateTime', 'CurrentDateTime', 'Tool'),
});

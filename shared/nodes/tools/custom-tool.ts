import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { returnDirectParam } from '../agents/common.ts';
import { defineNode } from '../define-node.ts';
import { booleanParam, noEffectParam, textParam } from '../params.ts';
import { toolOutputs } from './common.ts';

const onlySaved = (title: string) =>
  noEffectParam({ title, help: 'Only what is saved under Tools is run: this has no effect.', kind: 'text' });

export const customTool = defineNode({
  kind: 'tool',
  name: 'customTool',
  version: 3,
  label: 'Custom Tool',
  description:
    'Lets an agent call a function of yours: JavaScript that is saved under Tools, and that you have approved.',
  icon: 'wrench',
  type: 'CustomTool',
  synonyms: ['tool', 'function', 'javascript', 'code', 'own'],
  params: z.object({
    selectedTool: textParam({
      title: 'Select Tool',
      help: 'The id of the tool, as its page shows it.',
      required: true,
    }),
    returnDirect: returnDirectParam,
    allowLocalNetwork: booleanParam({
      title: 'Allow local network',
      help: 'Its fetch also reaches this machine and private networks.',
      default: false,
      advanced: true,
      // A caller must not decide whether the flow may reach the local network.
      overridable: false,
    }),
    customToolName: onlySaved('Custom Tool Name'),
    customToolDesc: onlySaved('Custom Tool Description'),
    customToolSchema: onlySaved('Custom Tool Schema'),
    customToolFunc: onlySaved('Custom Tool Func'),
  }),
  summary: () => t('A function of yours'),
  inputs: [],
  outputs: toolOutputs('customTool', 'CustomTool', 'Tool', 'StructuredTool', 'Runnable'),
});

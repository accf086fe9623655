import { z } from 'zod';
import { returnDirectParam } from '../agents/common.ts';
import { defineNode } from '../define-node.ts';
import { booleanParam, jsonObjectParam, noEffectParam, secretParam, textParam } from '../params.ts';
import { toolOutputs } from './common.ts';

export const chatflowTool = defineNode({
  kind: 'tool',
  name: 'chatflowTool',
  version: 5,
  label: 'Chatflow Tool',
  description: 'Lets an agent ask another flow of this server.',
  icon: 'workflow',
  type: 'ChatflowTool',
  synonyms: ['tool', 'flow', 'agent', 'call', 'ask'],
  params: z.object({
    selectedChatflow: textParam({ title: 'Select Chatflow', help: 'The id of the flow.', required: true }),
    name: textParam({ title: 'Tool Name', help: 'How the model calls it.', required: true }),
    description: textParam({
      title: 'Tool Description',
      help: 'When the model is to ask it: what it answers.',
      placeholder: 'State of the Union QA - useful for when you need to ask questions about the State of the Union.',
      multiline: true,
      required: true,
    }),
    chatflowApiKey: secretParam({
      title: 'API key',
      help: 'The key that the flow is bound to, if it is bound to one.',
    }),
    returnDirect: returnDirectParam,
    overrideConfig: jsonObjectParam({
      title: 'Override Config',
      help: 'Settings for the flow, as far as it allows them.',
      advanced: true,
    }),
    useQuestionFromChat: booleanParam({
      title: 'Use Question from Chat',
      help: 'The flow is asked what the person has asked, whatever the model asks.',
      default: false,
      advanced: true,
    }),
    customInput: textParam({
      title: 'Custom Input',
      help: 'The flow is asked this, whatever the model asks.',
      multiline: true,
      advanced: true,
      refers: true,
    }),
    baseURL: noEffectParam({
      title: 'Base URL',
      help: 'Only flows of this server are asked: this has no effect.',
      kind: 'text',
    }),
    startNewSessionPerMessage: noEffectParam({
      title: 'Start new session per message',
      help: 'Each question of the agent stands alone: this has no effect.',
      kind: 'boolean',
    }),
  }),
  summary: ({ name }) => name,
  inputs: [],
  outputs: toolOutputs('chatflowTool', 'ChatflowTool', 'Tool'),
  credential: { kind: 'chatflowApi', label: 'Chatflow API', vendorHosts: [] },
  // The key is checked by this server itself.
  secretAddresses: () => [],
});

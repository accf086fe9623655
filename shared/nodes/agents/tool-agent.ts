import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { moderationInput } from '../chains/common.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import {
  agentMemoryInput,
  agentModelInput,
  agentOutputs,
  detailedStreamingParam,
  maxIterationsParam,
  toolsInput,
} from './common.ts';

export const toolAgent = defineNode({
  kind: 'agent',
  name: 'toolAgent',
  version: 2,
  aliases: [
    { name: 'conversationalAgent', version: 3, label: 'Conversational Agent' },
    { name: 'reactAgentChat', version: 4, label: 'ReAct Agent for Chat Models' },
  ],
  label: 'Tool Agent',
  description:
    'Answers with the help of tools: its model calls those that it needs, reads what they give, and goes on.',
  icon: 'bot',
  type: 'AgentExecutor',
  synonyms: ['agent', 'tools', 'functions', 'react', 'assistant', 'calls'],
  params: z.object({
    systemMessage: textParam({
      title: 'System Message',
      help: 'What the model is told, besides how to treat what tools give.',
      default: 'You are a helpful AI assistant.',
      multiline: true,
      advanced: true,
    }),
    maxIterations: maxIterationsParam,
    enableDetailedStreaming: detailedStreamingParam,
  }),
  summary: () => t('With tools'),
  inputs: [toolsInput, agentModelInput, agentMemoryInput, moderationInput],
  outputs: agentOutputs('toolAgent'),
});

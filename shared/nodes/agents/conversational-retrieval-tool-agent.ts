import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { moderationInput, retrieverInput } from '../chains/common.ts';
import { defineNode, type NodeInput } from '../define-node.ts';
import { textParam } from '../params.ts';
import { agentMemoryInput, agentModelInput, agentOutputs, maxIterationsParam, toolsInput } from './common.ts';

const rephraseModelInput = {
  name: 'rephraseModel',
  label: 'Rephrase Model',
  type: 'BaseChatModel',
  optional: true,
  help: 'Makes a question that refers to what was said before stand alone. Without one the agent’s own model does.',
} as const satisfies NodeInput;

export const conversationalRetrievalToolAgent = defineNode({
  kind: 'agent',
  name: 'conversationalRetrievalToolAgent',
  version: 1,
  label: 'Conversational Retrieval Tool Agent',
  description: 'Answers from what the retriever finds for the question, and calls tools for what else it needs.',
  icon: 'bot-message-square',
  type: 'AgentExecutor',
  synonyms: ['agent', 'tools', 'functions', 'rag', 'sources', 'citations'],
  params: z.object({
    systemMessage: textParam({
      title: 'System Message',
      help: 'What the model is told; {context} stands for the passages.',
      default: 'You are a helpful AI assistant.\n\n{context}',
      multiline: true,
      advanced: true,
    }),
    rephrasePrompt: textParam({
      title: 'Rephrase Prompt',
      help: 'How a question that refers to what was said before becomes one that stands alone; {chat_history} and {question} stand for these. Empty: the built-in prompt.',
      multiline: true,
      advanced: true,
    }),
    maxIterations: maxIterationsParam,
  }),
  summary: () => t('From what is found, with tools'),
  inputs: [toolsInput, agentModelInput, rephraseModelInput, agentMemoryInput, retrieverInput, moderationInput],
  outputs: agentOutputs('conversationalRetrievalToolAgent'),
});

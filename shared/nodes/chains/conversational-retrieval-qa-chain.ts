import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import {
  chainOutputs,
  memoryInput,
  moderationInput,
  quotingModelInput,
  retrieverInput,
  returnSourcesParam,
} from './common.ts';

export const conversationalRetrievalQAChain = defineNode({
  kind: 'chain',
  name: 'conversationalRetrievalQAChain',
  version: 3,
  label: 'Conversational Retrieval QA Chain',
  description:
    'Answers questions from what the retriever finds, sentence by sentence with its source, and knows what was said before.',
  icon: 'message-circle-question-mark',
  type: 'ConversationalRetrievalQAChain',
  synonyms: ['answer', 'question', 'chat', 'rag', 'conversation', 'sources', 'citations'],
  params: z.object({
    returnSourceDocuments: returnSourcesParam,
    rephrasePrompt: textParam({
      title: 'Rephrase Prompt',
      help: 'How a question that refers to what was said before becomes one that stands alone; {chat_history} and {question} stand for these. Empty: the built-in prompt.',
      multiline: true,
      advanced: true,
    }),
    responsePrompt: textParam({
      title: 'Response Prompt',
      help: 'What the model is told; {context} stands for the passages. With a prompt of your own the model decides what it refuses. Empty: the built-in prompt.',
      multiline: true,
      advanced: true,
    }),
  }),
  initial: { returnSourceDocuments: true },
  summary: () => t('From what is found'),
  inputs: [quotingModelInput, retrieverInput, memoryInput, moderationInput],
  outputs: chainOutputs('conversationalRetrievalQAChain', 'ConversationalRetrievalQAChain'),
});

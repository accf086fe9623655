import type { NodeInput, NodeOutput } from '../define-node.ts';
import { booleanParam } from '../params.ts';

/** A chain that answers from passages does without: it quotes them. */
export const quotingModelInput = {
  name: 'model',
  label: 'Chat Model',
  type: 'BaseChatModel',
  optional: true,
  help: 'Writes the answer. Without one the answer is the sentences of the passages that say it; Flowise needs one.',
} as const satisfies NodeInput;

export const writingModelInput = {
  name: 'model',
  label: 'Chat Model',
  type: 'BaseChatModel',
  help: 'Writes the answer.',
} as const satisfies NodeInput;

export const moderationInput = {
  name: 'inputModeration',
  label: 'Input Moderation',
  type: 'Moderation',
  list: true,
  optional: true,
  help: 'Refuses questions before the model gets them.',
} as const satisfies NodeInput;

export const retrieverInput = {
  name: 'vectorStoreRetriever',
  label: 'Vector Store Retriever',
  type: 'BaseRetriever',
  help: 'Finds the passages that the answer is made of.',
} as const satisfies NodeInput;

export const memoryInput = {
  name: 'memory',
  label: 'Memory',
  type: 'BaseMemory',
  optional: true,
  help: 'What was said before. Without one all of the conversation is remembered.',
} as const satisfies NodeInput;

export const returnSourcesParam = booleanParam({
  title: 'Return Source Documents',
  help: 'Answers name the passages that they are from.',
  default: false,
});

/** The output of a chain. @param name of the node @param type Flowise's class of it */
export function chainOutputs(name: string, type: string): readonly NodeOutput[] {
  return [{ name, label: 'Answer', type: 'BaseChain', baseClasses: [type, 'BaseChain', 'Runnable'] }];
}

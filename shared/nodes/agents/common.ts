import { memoryInput } from '../chains/common.ts';
import type { NodeInput, NodeOutput } from '../define-node.ts';
import { booleanParam, noEffectParam, optionalNumberParam } from '../params.ts';

export const toolsInput = {
  name: 'tools',
  label: 'Tools',
  type: 'Tool',
  list: true,
  help: 'What the agent may do. Its model decides what it calls, and how often.',
} as const satisfies NodeInput;

export const agentMemoryInput = { ...memoryInput, handleClass: 'BaseChatMemory' } as const satisfies NodeInput;

export const agentModelInput = {
  name: 'model',
  label: 'Tool Calling Chat Model',
  type: 'BaseChatModel',
  help: 'Decides which tools are called, and writes the answer. It must be one that can call tools.',
} as const satisfies NodeInput;

export const maxIterationsParam = optionalNumberParam({
  title: 'Max Iterations',
  help: 'How often the model is asked at most for one answer, between the calls of its tools. Empty: 15.',
  min: 1,
  max: 100,
  unit: 'times',
  advanced: true,
});

/** LangChain's, and so Flowise's. */
export const DEFAULT_ITERATIONS = 15;

export const detailedStreamingParam = noEffectParam({
  title: 'Enable Detailed Streaming',
  help: 'What the agent has done is always sent with its answer: this has no effect.',
  kind: 'boolean',
});

export const returnDirectParam = booleanParam({
  title: 'Return Direct',
  help: 'What the tool gives is the answer: the model does not read it.',
  default: false,
  advanced: true,
});

/** The output of an agent. @param name of the node */
export function agentOutputs(name: string): readonly NodeOutput[] {
  return [{ name, label: 'Answer', type: 'BaseChain', baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'] }];
}

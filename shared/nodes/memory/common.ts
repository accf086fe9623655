import type { NodeOutput } from '../define-node.ts';
import { noEffectParam, textParam } from '../params.ts';

export const sessionIdParam = textParam({
  title: 'Session Id',
  help: 'Of the conversation whose messages are remembered, where the call names none. Empty: each conversation has its own.',
  advanced: true,
});

export const memoryKeyParam = noEffectParam({
  title: 'Memory Key',
  help: 'What was said before goes to the chain by its wire here: this has no effect.',
  kind: 'text',
});

/** The output of a memory node. @param name of the node @param type Flowise's class of it */
export function memoryOutputs(name: string, type: string): readonly NodeOutput[] {
  return [{ name, label: 'Memory', type: 'BaseMemory', baseClasses: [type, 'BaseChatMemory', 'BaseMemory'] }];
}

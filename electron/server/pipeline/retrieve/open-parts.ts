import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { NodeKind } from '../../../../shared/nodes/kinds.ts';
import type { Answerer } from '../../core/answerer.ts';
import type { ChatMemory, Conversation } from '../../core/chat-memory.ts';
import type { ChatModel } from '../../core/chat-model.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { Moderation } from '../../core/moderation.ts';
import type { OutputParser } from '../../core/output-parser.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Retriever } from '../../core/retriever.ts';
import { nameParserErrors, namePromptErrors } from '../compile/name-errors.ts';
import { openNode } from '../compile/open-nodes.ts';

/** What a node gives to the inputs that it is wired to. */
export type Value = EmbeddingModel | Retriever | ChatModel | ChatMemory | Prompt | OutputParser | Moderation | Answerer;
export type Inputs = Readonly<Record<string, () => Promise<Value | undefined | readonly Value[]>>>;
export type Openers = Readonly<Partial<Record<NodeKind, (node: PlannedNode) => Promise<Value>>>>;

interface Wiring {
  /** The node with texts in the place of what they refer to. */
  readonly withInputs: (node: PlannedNode) => Promise<PlannedNode>;
  readonly valuesInto: (node: PlannedNode) => Inputs;
}

/** Openers of what chains are put together from. */
export function partOpeners({ withInputs, valuesInto }: Wiring, conversation: Conversation) {
  return {
    memory: async (node) =>
      openNode('memory', await withInputs(node), (implementation, params) =>
        implementation.open(params, valuesInto(node), conversation),
      ),
    prompt: async (node) =>
      openNode('prompt', await withInputs(node), (implementation, params) =>
        namePromptErrors(implementation.open(params, undefined, undefined), node.id),
      ),
    outputparser: async (node) =>
      openNode('outputparser', node, (implementation, params) =>
        nameParserErrors(implementation.open(params, undefined, undefined), node.id),
      ),
    moderation: async (node) =>
      openNode('moderation', node, (implementation, params) =>
        implementation.open(params, valuesInto(node), undefined),
      ),
  } satisfies Openers;
}

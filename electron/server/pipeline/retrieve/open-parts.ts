import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { jsonOrAsItIs } from '../../../../shared/json/parse-json.ts';
import type { NodeKind } from '../../../../shared/nodes/kinds.ts';
import { isUnset } from '../../../../shared/nodes/unset.ts';
import type { AgentTool } from '../../core/agent-tool.ts';
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
export type Value =
  | EmbeddingModel
  | Retriever
  | ChatModel
  | ChatMemory
  | Prompt
  | OutputParser
  | Moderation
  | AgentTool
  | Answerer;
export type Inputs = Readonly<Record<string, () => Promise<Value | undefined | readonly Value[]>>>;
export type Openers = Readonly<Partial<Record<NodeKind, (node: PlannedNode) => Promise<Value>>>>;

interface Wiring {
  /** The node with texts in the place of what they refer to. */
  readonly withInputs: (node: PlannedNode) => Promise<PlannedNode>;
  readonly valuesInto: (node: PlannedNode) => Inputs;
}

/** A prompt node without values that are written empty, which are none; one that becomes empty, as a history does at first, is a value. */
function withoutEmptyValues(node: PlannedNode): PlannedNode {
  const values = jsonOrAsItIs(node.inputs.promptValues);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return node;
  const promptValues = Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnset(value)));
  return { ...node, inputs: { ...node.inputs, promptValues } };
}

/** Openers of what chains are put together from. */
export function partOpeners({ withInputs, valuesInto }: Wiring, conversation: Conversation) {
  return {
    memory: async (node) =>
      openNode('memory', await withInputs(node), (implementation, params) =>
        implementation.open(params, valuesInto(node), conversation),
      ),
    prompt: async (node) =>
      openNode('prompt', await withInputs(withoutEmptyValues(node)), (implementation, params) =>
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

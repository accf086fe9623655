import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { edge, makeFlow, node, type TestFlowOptions } from './flows.ts';

type Inputs = Readonly<Record<string, unknown>>;

export interface ChainFlowOptions extends TestFlowOptions {
  /** Address of the fake services; without it the chain has no model. */
  readonly chat?: string;
  readonly model?: Inputs;
  readonly chain?: Inputs;
  /** Of a buffer window memory; undefined: no memory is wired. */
  readonly memory?: Inputs;
}

/** The upserting half of {@link makeFlow}, with a conversational chain behind its store. */
export function makeChainFlow({ chat, model, chain, memory, ...options }: ChainFlowOptions): FlowDocument {
  const { chatOllama, conversationalRetrievalQAChain, bufferWindowMemory } = nodeDefinitions;
  const flow = makeFlow(options);
  const store = flow.nodes.find(({ data }) => data.name === (options.storeNode?.name ?? 'hnsw'));
  if (store === undefined) throw new Error('A flow without a store');
  const answering = node(conversationalRetrievalQAChain, chain);
  const nodes = [answering];
  const edges = [edge(store, answering, 'vectorStoreRetriever')];
  if (chat !== undefined) {
    const asked = node(chatOllama, { baseUrl: `${chat}/ollama`, modelName: 'fake-model', ...model });
    nodes.push(asked);
    edges.push(edge(asked, answering, 'model'));
  }
  if (memory !== undefined) {
    const remembering = node(bufferWindowMemory, memory);
    nodes.push(remembering);
    edges.push(edge(remembering, answering, 'memory'));
  }
  return { nodes: [...flow.nodes, ...nodes], edges: [...flow.edges, ...edges] };
}

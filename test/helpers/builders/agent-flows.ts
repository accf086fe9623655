import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { findNodeDefinition, nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { makeChainFlow } from './chain-flows.ts';
import { edge, node } from './flows.ts';

type Inputs = Readonly<Record<string, unknown>>;
type ToolName = 'calculator' | 'currentDateTime' | 'chatflowTool' | 'customTool';

export interface AgentFlowOptions {
  /** Address of the fake services. */
  readonly chat: string;
  /** Of the embeddings. */
  readonly basepath: string;
  readonly service?: 'chatOllama' | 'chatOpenAI';
  readonly agent?: Inputs;
  readonly model?: Inputs;
  /** `toolAgent` by default. */
  readonly agentName?: string;
  /** undefined: none. */
  readonly retrieverTool?: Inputs;
  readonly tools?: Readonly<Partial<Record<ToolName, Inputs>>>;
}

/** The upserting half of a flow, and an agent with tools, one of which searches its store. */
export function makeAgentFlow(options: AgentFlowOptions): FlowDocument {
  const { retrieverTool } = nodeDefinitions;
  const { chat, service = 'chatOllama' } = options;
  const flow = makeChainFlow({ basepath: options.basepath });
  const nodes = flow.nodes.filter(({ data }) => data.name !== 'conversationalRetrievalQAChain');
  const edges = flow.edges.filter(({ target }) => nodes.some(({ id }) => id === target));
  const store = nodes.find(({ data }) => data.name === 'hnsw');
  if (store === undefined) throw new Error('A flow without a store');
  const definition = findNodeDefinition(options.agentName ?? 'toolAgent');
  if (definition === undefined) throw new Error(options.agentName);
  const agent = node(definition, options.agent);
  const searches = definition.inputs.some(({ name }) => name === 'vectorStoreRetriever');
  if (searches) edges.push(edge(store, agent, 'vectorStoreRetriever'));
  const address = service === 'chatOllama' ? { baseUrl: `${chat}/ollama` } : { basepath: `${chat}/openai/v1` };
  const model = node(nodeDefinitions[service], { ...address, modelName: 'fake-model', ...options.model });
  const tools = Object.entries(options.tools ?? {}).map(([name, inputs]) => {
    const found = findNodeDefinition(name);
    if (found === undefined) throw new Error(name);
    return node(found, inputs);
  });
  if (options.retrieverTool !== undefined) {
    const searching = node(retrieverTool, options.retrieverTool);
    tools.push(searching);
    edges.push(edge(store, searching, 'retriever'));
  }
  edges.push(edge(model, agent, 'model'), ...tools.map((tool) => edge(tool, agent, 'tools')));
  return { nodes: [...nodes, agent, model, ...tools], edges };
}

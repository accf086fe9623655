import { createEdge, createNode } from '../../../shared/flow/create-node.ts';
import type { FlowDocument, FlowEdge, FlowNode } from '../../../shared/flow/flow-document.ts';
import { inputHandleId, outputHandleId } from '../../../shared/flow/handles.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { inputsOf } from '../../../shared/nodes/param-inputs.ts';
import { findNodeDefinition, nodeDefinitions } from '../../../shared/nodes/registry.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** A node with its defaults, overridden by the given values. */
export function node(definition: NodeDefinition, inputs: Inputs = {}, id = `${definition.name}_0`): FlowNode {
  const created = createNode(definition, id, { x: 0, y: 0 });
  return { ...created, data: { ...created.data, inputs: { ...created.data.inputs, ...inputs } } };
}

function definitionOf(flowNode: FlowNode): NodeDefinition {
  const definition = findNodeDefinition(flowNode.data.name);
  if (definition === undefined) throw new Error(`No definition of ${flowNode.data.name}`);
  return definition;
}

/** An edge to the named input of a node, from the first output of another that fits, or else from its first. */
export function edge(from: FlowNode, to: FlowNode, inputName: string): FlowEdge {
  const input = inputsOf(definitionOf(to)).find(({ name }) => name === inputName);
  const { outputs } = definitionOf(from);
  const output = outputs.find(({ type }) => type === input?.type) ?? outputs[0];
  if (output === undefined || input === undefined) throw new Error(`No edge from ${from.id} to ${to.id}.${inputName}`);
  return createEdge(from.id, outputHandleId(from.id, output), to.id, inputHandleId(to.id, input));
}

export interface TestFlowOptions {
  /** Address of an OpenAI-compatible server; without it the built-in model embeds. */
  readonly basepath?: string;
  readonly loader?: NodeDefinition;
  readonly loaderInputs?: Inputs;
  readonly splitter?: Inputs;
  readonly store?: Inputs;
  readonly embedding?: Inputs;
  /** Replaces the embedding node that `basepath` selects. */
  readonly embeddingNode?: NodeDefinition;
  /** HNSW by default. */
  readonly storeNode?: NodeDefinition;
  /** undefined: without record manager */
  readonly records?: Inputs;
  /** SQLite by default. */
  readonly recordsNode?: NodeDefinition;
}

/** Loader -> recursive splitter -> embedding -> vector store, with a record manager when `records` is given. */
export function makeFlow(options: TestFlowOptions = {}): FlowDocument {
  const {
    textFile,
    recursiveCharacterTextSplitter,
    openAIEmbeddings,
    transformersEmbeddings,
    hnsw,
    SQLiteRecordManager,
  } = nodeDefinitions;
  const splitter = node(recursiveCharacterTextSplitter, options.splitter);
  const loader = node(options.loader ?? textFile, options.loaderInputs);
  const ownEmbedding = options.basepath === undefined ? transformersEmbeddings : openAIEmbeddings;
  const basepath = options.basepath === undefined ? {} : { basepath: options.basepath };
  const embedding = node(options.embeddingNode ?? ownEmbedding, { ...basepath, ...options.embedding });
  const store = node(options.storeNode ?? hnsw, options.store);
  const nodes = [splitter, loader, embedding, store];
  const takesSplitter = definitionOf(loader).inputs.some(({ name }) => name === 'textSplitter');
  const edges = [
    ...(takesSplitter ? [edge(splitter, loader, 'textSplitter')] : []),
    edge(loader, store, 'document'),
    edge(embedding, store, 'embeddings'),
  ];
  if (options.records !== undefined) {
    const records = node(options.recordsNode ?? SQLiteRecordManager, options.records);
    nodes.push(records);
    edges.push(edge(records, store, 'recordManager'));
  }
  return { nodes, edges };
}

/** `apiConfig` text that allows overrides: names by node label or id. */
export function makeApiConfig(nodes: Readonly<Record<string, readonly string[]>>): string {
  return JSON.stringify({
    overrideConfig: {
      status: true,
      nodes: Object.fromEntries(
        Object.entries(nodes).map(([key, names]) => [key, names.map((name) => ({ name, enabled: true }))]),
      ),
    },
  });
}

/** The flow with some of its nodes disabled. */
export function withDisabled(flow: FlowDocument, ...ids: readonly string[]): FlowDocument {
  const nodes = flow.nodes.map((one): FlowNode => {
    if (!ids.includes(one.id)) return one;
    return { ...one, data: { ...one.data, tributary: { disabled: true } } };
  });
  return { ...flow, nodes };
}

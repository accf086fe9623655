import { credentialOf } from '../../../shared/flow/credential-reference.ts';
import type { FlowGraph, GraphNode } from '../../../shared/flow/flow-document.ts';
import { parseHandle } from '../../../shared/flow/handles.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { NodePart } from '../../api/node-tools.ts';

/** A node as the server's checks take it. */
export function partOf(node: GraphNode): NodePart {
  const credential = credentialOf(node);
  return {
    name: node.data.name,
    config: { ...node.data.inputs, ...(credential === '' ? {} : { credential }) },
  };
}

/** What a preview of a loader or a splitter loads and cuts. */
export interface PreviewParts {
  readonly loader: GraphNode;
  readonly definition: NodeDefinition;
  readonly splitter: NodePart | undefined;
  readonly embedding: NodePart | undefined;
  /** The nodes that these are of. */
  readonly nodes: readonly GraphNode[];
}

function sourcesOf(graph: FlowGraph, nodeId: string, input: string): readonly GraphNode[] {
  return graph.edges
    .filter(
      ({ target, targetHandle }) =>
        target === nodeId && parseHandle(targetHandle ?? '', nodeId, 'input')?.name === input,
    )
    .flatMap(({ source }) => graph.nodes.find(({ id }) => id === source) ?? []);
}

function loaderOf(graph: FlowGraph, node: GraphNode): GraphNode | undefined {
  if (findNodeDefinition(node.data.name)?.kind === 'documentloader') return node;
  const targets = graph.edges.filter(({ source }) => source === node.id).map(({ target }) => target);
  return graph.nodes.find(
    ({ id, data }) => targets.includes(id) && findNodeDefinition(data.name)?.kind === 'documentloader',
  );
}

/** The model of the store that the loader fills: a splitter may count in its tokens. */
function embeddingOf(graph: FlowGraph, loader: GraphNode): GraphNode | undefined {
  const stores = graph.edges.filter(({ source }) => source === loader.id).map(({ target }) => target);
  return stores.flatMap((store) => sourcesOf(graph, store, 'embeddings'))[0];
}

/** The loader that a node is or feeds, with its splitter; undefined for any other node, and for a splitter that feeds none. */
export function previewParts(graph: FlowGraph, node: GraphNode): PreviewParts | undefined {
  const kind = findNodeDefinition(node.data.name)?.kind;
  if (kind !== 'documentloader' && kind !== 'textsplitter') return undefined;
  const loader = loaderOf(graph, node);
  const definition = loader === undefined ? undefined : findNodeDefinition(loader.data.name);
  if (loader === undefined || definition === undefined) return undefined;
  const [splitter] = sourcesOf(graph, loader.id, 'textSplitter');
  const embedding = embeddingOf(graph, loader);
  return {
    loader,
    definition,
    splitter: splitter === undefined ? undefined : partOf(splitter),
    embedding: embedding === undefined ? undefined : partOf(embedding),
    nodes: [loader, splitter, embedding].filter((one) => one !== undefined),
  };
}

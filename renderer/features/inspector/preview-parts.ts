import { credentialOf } from '../../../shared/flow/credential-reference.ts';
import type { FlowNode } from '../../../shared/flow/flow-document.ts';
import { parseHandle } from '../../../shared/flow/handles.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { NodePart } from '../../api/node-tools.ts';
import type { FlowContent } from '../../editor/flow-content.ts';

/** A node as the server's checks take it. */
export function partOf(node: FlowNode): NodePart {
  const credential = credentialOf(node);
  return {
    name: node.data.name,
    config: { ...node.data.inputs, ...(credential === '' ? {} : { credential }) },
  };
}

/** What a preview of a loader or a splitter loads and cuts. */
export interface PreviewParts {
  readonly loader: FlowNode;
  readonly definition: NodeDefinition;
  readonly splitter: NodePart | undefined;
  readonly embedding: NodePart | undefined;
}

function sourcesOf(content: FlowContent, nodeId: string, input: string): readonly FlowNode[] {
  return content.edges
    .filter(
      ({ target, targetHandle }) =>
        target === nodeId && parseHandle(targetHandle ?? '', nodeId, 'input')?.name === input,
    )
    .flatMap(({ source }) => content.nodes.find(({ id }) => id === source) ?? []);
}

function loaderOf(content: FlowContent, node: FlowNode): FlowNode | undefined {
  if (findNodeDefinition(node.data.name)?.kind === 'documentloader') return node;
  const targets = content.edges.filter(({ source }) => source === node.id).map(({ target }) => target);
  return content.nodes.find(
    ({ id, data }) => targets.includes(id) && findNodeDefinition(data.name)?.kind === 'documentloader',
  );
}

/** The model of the store that the loader fills: a splitter may count in its tokens. */
function embeddingOf(content: FlowContent, loader: FlowNode): FlowNode | undefined {
  const stores = content.edges.filter(({ source }) => source === loader.id).map(({ target }) => target);
  return stores.flatMap((store) => sourcesOf(content, store, 'embeddings'))[0];
}

/** The loader that a node is or feeds, with its splitter; undefined for any other node, and for a splitter that feeds none. */
export function previewParts(content: FlowContent, node: FlowNode): PreviewParts | undefined {
  const kind = findNodeDefinition(node.data.name)?.kind;
  if (kind !== 'documentloader' && kind !== 'textsplitter') return undefined;
  const loader = loaderOf(content, node);
  const definition = loader === undefined ? undefined : findNodeDefinition(loader.data.name);
  if (loader === undefined || definition === undefined) return undefined;
  const [splitter] = sourcesOf(content, loader.id, 'textSplitter');
  const embedding = embeddingOf(content, loader);
  return {
    loader,
    definition,
    splitter: splitter === undefined ? undefined : partOf(splitter),
    embedding: embedding === undefined ? undefined : partOf(embedding),
  };
}

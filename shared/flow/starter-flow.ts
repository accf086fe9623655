import type { NodeDefinition } from '../nodes/define-node.ts';
import { nodeDefinitions } from '../nodes/registry.ts';
import { createEdge, createNode } from './create-node.ts';
import type { FlowDocument, FlowEdge, FlowNode } from './flow-document.ts';
import { inputHandleId, outputHandleId } from './handles.ts';

/** Name of the flow that a new data folder starts with. */
export const STARTER_FLOW_NAME = 'My documents';

function placed(
  definition: NodeDefinition,
  x: number,
  y: number,
  inputs: Readonly<Record<string, unknown>> = {},
): FlowNode {
  const node = createNode(definition, `${definition.name}_0`, { x, y });
  return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...inputs } } };
}

function edge(from: NodeDefinition, outputName: string, to: NodeDefinition, inputName: string): FlowEdge {
  const output = from.outputs.find((candidate) => candidate.name === outputName);
  const input = to.inputs.find((candidate) => candidate.name === inputName);
  if (output === undefined || input === undefined) throw new Error(`No edge from ${from.name} to ${to.name}.`);
  const source = `${from.name}_0`;
  const target = `${to.name}_0`;
  return createEdge(source, outputHandleId(source, output), target, inputHandleId(target, input));
}

/** File Loader -> recursive splitter -> built-in embedding -> HNSW, with an incremental SQLite record manager. */
export function createStarterFlow(): FlowDocument {
  const { fileLoader, recursiveCharacterTextSplitter, transformersEmbeddings, hnsw, SQLiteRecordManager } =
    nodeDefinitions;
  return {
    nodes: [
      placed(recursiveCharacterTextSplitter, 0, 120),
      placed(fileLoader, 300, 40),
      placed(transformersEmbeddings, 300, 240),
      placed(SQLiteRecordManager, 300, 400, { cleanup: 'incremental' }),
      placed(hnsw, 600, 180),
    ],
    edges: [
      edge(recursiveCharacterTextSplitter, 'recursiveCharacterTextSplitter', fileLoader, 'textSplitter'),
      edge(fileLoader, 'document', hnsw, 'document'),
      edge(transformersEmbeddings, 'transformersEmbeddings', hnsw, 'embeddings'),
      edge(SQLiteRecordManager, 'SQLiteRecordManager', hnsw, 'recordManager'),
    ],
    viewport: { x: 0, y: 0, zoom: 1 },
  };
}

/** The loader for these files: the one made for their type, else the one for many. Undefined when none takes them all. */
function findLoaderFor(fileNames: readonly string[]): NodeDefinition | undefined {
  const { fileLoader, ...others } = nodeDefinitions;
  // What Unstructured's server takes is for those who run one.
  const candidates = Object.values<NodeDefinition>(others).filter(({ name }) => name !== 'unstructuredFileLoader');
  const takesAll = ({ upload }: NodeDefinition): boolean =>
    upload !== undefined &&
    fileNames.every((name) => upload.extensions.some((extension) => name.toLowerCase().endsWith(extension)));
  return candidates.find(takesAll) ?? (takesAll(fileLoader) ? fileLoader : undefined);
}

/** Loader for these files -> recursive splitter -> built-in embedding -> HNSW. Undefined when no loader takes them. */
export function createFlowForFiles(fileNames: readonly string[]): FlowDocument | undefined {
  const loader = findLoaderFor(fileNames);
  const { recursiveCharacterTextSplitter, transformersEmbeddings, hnsw } = nodeDefinitions;
  const output = loader?.outputs[0];
  if (loader === undefined || output === undefined) return undefined;
  return {
    nodes: [
      placed(recursiveCharacterTextSplitter, 0, 120),
      placed(loader, 300, 40),
      placed(transformersEmbeddings, 300, 240),
      placed(hnsw, 600, 120),
    ],
    edges: [
      edge(recursiveCharacterTextSplitter, 'recursiveCharacterTextSplitter', loader, 'textSplitter'),
      edge(loader, output.name, hnsw, 'document'),
      edge(transformersEmbeddings, 'transformersEmbeddings', hnsw, 'embeddings'),
    ],
    viewport: { x: 0, y: 0, zoom: 1 },
  };
}

/** `apiConfig` of the starter flow: uploads, and the params that scripts change most, may be overridden. */
export function createStarterApiConfig() {
  const { fileLoader, recursiveCharacterTextSplitter } = nodeDefinitions;
  const enabled = (name: string) => ({ name, enabled: true });
  return {
    overrideConfig: {
      status: true,
      nodes: {
        [fileLoader.label]: [enabled('files'), enabled('metadata'), enabled('returnSourceDocuments')],
        [recursiveCharacterTextSplitter.label]: [enabled('chunkSize'), enabled('chunkOverlap')],
      },
    },
  };
}

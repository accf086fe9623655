import type { NodeDefinition } from '../nodes/define-node.ts';
import { findNodeDefinition, nodeDefinitions } from '../nodes/registry.ts';
import { drawFlow } from './draw-flow.ts';
import type { FlowDocument } from './flow-document.ts';

/** Name of the flow that a new data folder starts with. */
export const STARTER_FLOW_NAME = 'My documents';

/** File Loader -> recursive splitter -> built-in embedding -> HNSW, with an incremental SQLite record manager. */
export function createStarterFlow(): FlowDocument {
  const { fileLoader, recursiveCharacterTextSplitter, transformersEmbeddings, hnsw, SQLiteRecordManager } =
    nodeDefinitions;
  return drawFlow({
    loader: { definition: fileLoader },
    splitter: { definition: recursiveCharacterTextSplitter },
    embedding: { definition: transformersEmbeddings },
    store: { definition: hnsw },
    records: { definition: SQLiteRecordManager, inputs: { cleanup: 'incremental' } },
  });
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
  if (loader === undefined) return undefined;
  return drawFlow({
    loader: { definition: loader },
    splitter: { definition: recursiveCharacterTextSplitter },
    embedding: { definition: transformersEmbeddings },
    store: { definition: hnsw },
  });
}

/** `apiConfig` of a ready flow: uploads, and the params that scripts change most, may be overridden. */
export function createApiConfigFor({ nodes }: Pick<FlowDocument, 'nodes'>) {
  const enabled = (name: string) => ({ name, enabled: true });
  const switches = nodes.flatMap((node) => {
    const definition = findNodeDefinition(node.data.name);
    if (definition?.upload !== undefined) {
      return [[definition.label, ['files', 'metadata', 'returnSourceDocuments'].map(enabled)] as const];
    }
    if (definition?.kind !== 'textsplitter' || !('chunkSize' in definition.params.shape)) return [];
    return [[definition.label, ['chunkSize', 'chunkOverlap'].map(enabled)] as const];
  });
  return { overrideConfig: { status: true, nodes: Object.fromEntries(switches) } };
}

/** `apiConfig` of the starter flow. */
export const createStarterApiConfig = () => createApiConfigFor(createStarterFlow());

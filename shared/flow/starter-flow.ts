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

import { workingName } from '../nodes/aliases.ts';
import { SQLiteRecordManager } from '../nodes/recordmanagers/sqlite-record-manager.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { hnsw } from '../nodes/vectorstores/hnsw.ts';
import { memoryVectorStore } from '../nodes/vectorstores/memory-vector-store.ts';

const LOCAL: ReadonlySet<string> = new Set([hnsw.name, memoryVectorStore.name, SQLiteRecordManager.name]);

/** Whether a node keeps vectors or records that are not in the app's own data: deleting a flow leaves them as they are. */
export function keepsElsewhere(nodeName: string): boolean {
  const definition = findNodeDefinition(nodeName);
  const isStorage = definition?.kind === 'vectorstore' || definition?.kind === 'recordmanager';
  return isStorage && !LOCAL.has(workingName(definition));
}

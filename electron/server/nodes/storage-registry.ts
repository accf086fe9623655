import type { NamesOfKind, NodeDefinitions } from '../../../shared/nodes/registry.ts';
import type { ImplementationOf } from '../core/node-kinds.ts';
import { MySQLRecordManager } from './recordmanagers/mysql-record-manager.ts';
import { postgresRecordManager } from './recordmanagers/postgres-record-manager.ts';
import { SQLiteRecordManager } from './recordmanagers/sqlite-record-manager.ts';
import { entryOf, type Implementation } from './registry.ts';
import { chroma } from './vectorstores/chroma.ts';
import { hnsw } from './vectorstores/hnsw.ts';
import { memoryVectorStore } from './vectorstores/memory-vector-store.ts';
import { postgres } from './vectorstores/postgres.ts';
import { qdrant } from './vectorstores/qdrant.ts';

type Implementations<Kind extends 'vectorstore' | 'recordmanager'> = {
  readonly [Name in NamesOfKind<Kind>]: ImplementationOf<NodeDefinitions[Name]>;
};

/** Where chunks and records are kept: opened at once, on the server's thread only; what they connect with is imported when they first do. */
const vectorStores = { hnsw, memoryVectorStore, postgres, chroma, qdrant } satisfies Implementations<'vectorstore'>;
const recordManagers = {
  SQLiteRecordManager,
  postgresRecordManager,
  MySQLRecordManager,
} satisfies Implementations<'recordmanager'>;

/** @throws UserError UNKNOWN_NODE */
export function findVectorStore(name: string): Implementation<'vectorstore'> {
  return entryOf<Implementation<'vectorstore'>>(vectorStores, name);
}

/** @throws UserError UNKNOWN_NODE */
export function findRecordManager(name: string): Implementation<'recordmanager'> {
  return entryOf<Implementation<'recordmanager'>>(recordManagers, name);
}

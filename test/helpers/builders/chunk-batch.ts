import type { ChunkBatch } from '../../../electron/server/core/chunk.ts';
import { createChunkColumns } from '../../../electron/server/pipeline/load/chunk-columns.ts';

/** A chunk of a table: its row is its position, its team is no position. */
export interface TestDoc {
  readonly content: string;
  readonly source?: string;
  readonly team?: string;
  readonly row?: number;
}

/** A batch as the load step gives it. */
export function makeChunkBatch(docs: readonly TestDoc[]): ChunkBatch {
  const columns = createChunkColumns(docs.length);
  for (const [index, { content, source = 'a.csv', team = 'red', row = index + 1 }] of docs.entries()) {
    const [metadata, facts] = [JSON.stringify({ row, source, team }), JSON.stringify({ source, team })];
    columns.add({ content, metadata, facts, source, chunkNo: index + 1 });
  }
  return columns.take({ unit: 'bytes', done: 0, total: 0 });
}

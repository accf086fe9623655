import type { Database } from '../database.ts';
import { REPLACED } from './replaced-chunk-repository.ts';
import { type StoredChange, unpackAdded } from './run-change-repository.ts';

/** A chunk of a list of a run. */
export interface ListedChunk {
  readonly id: Buffer;
  readonly chunkNo: number | null;
  /** Null where it is not stored, or is in a remote store. */
  readonly content: string | null;
  /** Canonical JSON. */
  readonly metadata: string | null;
  readonly metadataBefore: string | null;
  /** Whether the store has it now. */
  readonly isStored: boolean;
}

/** A part of a list, and where the next part begins; undefined at the end. */
export interface ListedPart {
  readonly chunks: readonly ListedChunk[];
  readonly next: string | undefined;
}

interface StoredRow {
  readonly id: Buffer;
  readonly chunkNo: number;
  readonly content: string;
  readonly metadata: string;
}

interface ListedRow {
  readonly row: number;
  readonly id: Buffer;
  readonly oldNo: number;
  readonly oldMetadata: string;
  readonly oldContent: string | null;
  readonly chunkNo: number | null;
  readonly content: string | null;
  readonly metadata: string | null;
}

interface RecordRow {
  readonly source: string;
  readonly row: number;
  readonly id: Buffer;
  readonly lastRun: number;
  readonly sourceRun: number;
}

/** Records looked at in one step: a few ms. */
const LOOKED_AT = 2000;

function prepareStatements(db: Database) {
  return {
    stored: db.prepare<[Buffer], StoredRow>(
      'SELECT uuid AS id, chunk_no AS chunkNo, content, metadata FROM chunk_with_text WHERE uuid = ?',
    ),
    added: db.prepare<[number, number], { readonly row: number; readonly chunks: Buffer }>(
      'SELECT id AS row, chunks FROM run_added WHERE run_seq = ? AND id >= ? ORDER BY id LIMIT 2',
    ),
    replaced: db.prepare<[number, number, number, number], ListedRow>(
      `SELECT p.id AS row, p.chunk_uuid AS id, p.chunk_no AS oldNo, p.metadata AS oldMetadata, p.content AS oldContent,
         c.chunk_no AS chunkNo, c.content, c.metadata
       FROM replaced_chunk p LEFT JOIN chunk_with_text c ON c.uuid = p.chunk_uuid
       WHERE p.run_seq = ? AND p.kind = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
    ),
    isUpdated: db
      .prepare<[number, Buffer], number>(
        `SELECT 1 FROM replaced_chunk WHERE run_seq = ? AND chunk_uuid = ? AND kind = ${REPLACED.updated}`,
      )
      .pluck(),
    records: db.prepare<{ namespace: string; source: string; row: number; limit: number }, RecordRow>(
      `SELECT s.name AS source, r.id AS row, r.chunk_uuid AS id, r.last_run AS lastRun, s.last_run AS sourceRun
       FROM record_namespace n CROSS JOIN record_source s ON s.namespace_id = n.id CROSS JOIN record r ON r.source_id = s.id
       WHERE n.name = @namespace AND s.name >= @source AND (s.name > @source OR r.id > @row)
       ORDER BY s.name, r.id LIMIT @limit`,
    ),
  };
}

type ChunkSql = ReturnType<typeof prepareStatements>;

function storedChunk({ stored }: ChunkSql, id: Buffer): ListedChunk {
  const row = stored.get(id);
  if (row === undefined) {
    return { id, chunkNo: null, content: null, metadata: null, metadataBefore: null, isStored: false };
  }
  return { ...row, metadataBefore: null, isStored: true };
}

function listAdded(sql: ChunkSql, { runSeq }: StoredChange, after: string, limit: number): ListedPart {
  const [row = 0, index = 0] = after.split('.').map(Number);
  const [first, second] = sql.added.all(runSeq, row);
  if (first === undefined) return { chunks: [], next: undefined };
  const all = unpackAdded(first.chunks);
  const start = first.row === row ? index : 0;
  const chunks = all.slice(start, start + limit).map(({ chunkId }) => storedChunk(sql, chunkId));
  const end = start + chunks.length;
  if (end < all.length) return { chunks, next: `${first.row}.${end}` };
  return { chunks, next: second === undefined ? undefined : `${second.row}.0` };
}

function listReplaced(
  sql: ChunkSql,
  { runSeq }: StoredChange,
  kind: 'updated' | 'deleted',
  page: { readonly after: string; readonly limit: number },
): ListedPart {
  const rows = sql.replaced.all(runSeq, REPLACED[kind], Number(page.after), page.limit);
  const chunks = rows.map(
    (row): ListedChunk => ({
      id: row.id,
      chunkNo: row.chunkNo ?? row.oldNo,
      content: row.oldContent ?? row.content,
      metadata: row.metadata ?? row.oldMetadata,
      metadataBefore: kind === 'updated' ? row.oldMetadata : null,
      isStored: row.content !== null,
    }),
  );
  return { chunks, next: rows.length < page.limit ? undefined : String(rows.at(-1)?.row) };
}

/** Records that the run found and did not make; nothing is stored of them for it. One step, which may find few. */
function listSkipped(sql: ChunkSql, change: StoredChange, after: string, limit: number): ListedPart {
  const { runSeq, namespace, firstRecord } = change;
  if (namespace === null) return { chunks: [], next: undefined };
  const [row = '0', ...name] = after.split('.');
  const source = Buffer.from(name.join('.'), 'base64url').toString();
  const chunks: ListedChunk[] = [];
  const looked = sql.records.all({ namespace, source, row: Number(row), limit: LOOKED_AT });
  for (const record of looked) {
    // What was moved or renewed has no mark of the run but that of its record.
    const isMine = record.lastRun === runSeq && record.row < firstRecord;
    if (isMine && sql.isUpdated.get(runSeq, record.id) === undefined) chunks.push(storedChunk(sql, record.id));
    if (chunks.length === limit) return { chunks, next: cursorOf(record) };
  }
  const last = looked.at(-1);
  return { chunks, next: last === undefined || looked.length < LOOKED_AT ? undefined : cursorOf(last) };
}

function cursorOf({ row, source }: RecordRow): string {
  return `${row}.${Buffer.from(source).toString('base64url')}`;
}

/** The chunks behind the counts of runs. Each call is a few ms. */
export function createRunChunkRepository(db: Database) {
  const sql = prepareStatements(db);
  return {
    /** @param page `after` is the `next` of the part before, or empty */
    list(
      change: StoredChange,
      kind: 'added' | 'updated' | 'deleted' | 'skipped',
      page: { readonly after: string; readonly limit: number },
    ): ListedPart {
      if (kind === 'added') return listAdded(sql, change, page.after, page.limit);
      if (kind === 'skipped') return listSkipped(sql, change, page.after, page.limit);
      return listReplaced(sql, change, kind, page);
    },
  };
}

export type RunChunkRepository = ReturnType<typeof createRunChunkRepository>;

import { setImmediate as nextTurn } from 'node:timers/promises';
import { BugError } from '../../../../shared/errors/errors.ts';
import { countOf } from '../../../../shared/text/format.ts';
import type {
  ChunkRecord,
  KnownRecord,
  LocalRecordManager,
  RecordManagerDeps,
  StaleRecord,
  TransactionalRecords,
} from '../../core/record-manager.ts';
import { commitPage } from '../commit-pages.ts';
import type { Database } from '../database.ts';

interface RecordRow {
  id: number;
  metadata_hash: Buffer;
  chunk_no: number;
  chunk_uuid: Buffer;
  last_run: number;
}

interface StaleRow {
  id: number;
  chunk_uuid: Buffer;
  last_run: number;
  content_key: Buffer;
  source_id: number;
}

interface SourceRow {
  id: number;
  name: string;
  last_run: number;
}

/** Rows looked at, or deleted in one transaction, at a time (up to twice as many): a few ms. */
const STALE_PAGE = 500;

function prepareStatements(db: Database) {
  return {
    addNamespace: db.prepare<[string]>('INSERT INTO record_namespace (name) VALUES (?) ON CONFLICT DO NOTHING'),
    findNamespace: db.prepare<[string], { id: number }>('SELECT id FROM record_namespace WHERE name = ?'),
    seeSource: db.prepare<[number, string, number], { id: number }>(
      `INSERT INTO record_source (namespace_id, name, last_run) VALUES (?, ?, ?)
       ON CONFLICT (namespace_id, name) DO UPDATE SET last_run = excluded.last_run,
         previous_run = CASE WHEN excluded.last_run IN (last_run, -1) THEN previous_run ELSE last_run END RETURNING id`,
    ),
    find: db.prepare<[number, Buffer], RecordRow>(
      'SELECT id, metadata_hash, chunk_no, chunk_uuid, last_run FROM record WHERE namespace_id = ? AND content_key = ?',
    ),
    insert: db.prepare<[number, Buffer, Buffer, number, number, Buffer, number]>(
      `INSERT INTO record (namespace_id, content_key, metadata_hash, source_id, chunk_no, chunk_uuid, last_run)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    touch: db.prepare<[number, string]>('UPDATE record SET last_run = ? WHERE id IN (SELECT value FROM json_each(?))'),
    replace: db.prepare<[Buffer, number, number, number]>(
      'UPDATE record SET metadata_hash = ?, chunk_no = ?, last_run = ? WHERE id = ?',
    ),
    sourcesFrom: db.prepare<[number, string, number], SourceRow>(
      'SELECT id, name, last_run FROM record_source WHERE namespace_id = ? AND name >= ? ORDER BY name LIMIT ?',
    ),
    findSource: db.prepare<[number, string], { id: number }>(
      'SELECT id FROM record_source WHERE namespace_id = ? AND name = ?',
    ),
    recordsOfSource: db.prepare<[number, number, number], StaleRow>(
      'SELECT id, chunk_uuid, last_run, content_key, source_id FROM record WHERE source_id = ? AND id > ? ORDER BY id LIMIT ?',
    ),
    recordsOfAll: db.prepare<[number, Buffer, number], StaleRow>(
      `SELECT id, chunk_uuid, last_run, content_key, source_id FROM record WHERE namespace_id = ? AND content_key > ?
       ORDER BY content_key LIMIT ?`,
    ),
    remove: db.prepare<[string]>('DELETE FROM record WHERE id IN (SELECT value FROM json_each(?))'),
    sourcesAfter: db
      .prepare<[number, string, number], string>(
        'SELECT name FROM record_source WHERE namespace_id = ? AND name > ? ORDER BY name LIMIT ?',
      )
      .pluck(),
    count: db.prepare<[number], { total: number }>('SELECT count(*) AS total FROM record WHERE namespace_id = ?'),
  };
}

function toKnown(row: RecordRow | undefined): KnownRecord | undefined {
  if (row === undefined) return undefined;
  return {
    recordId: row.id,
    metadataHash: row.metadata_hash,
    chunkNo: row.chunk_no,
    chunkId: row.chunk_uuid,
    lastRun: row.last_run,
  };
}

type RecordOptions = Parameters<RecordManagerDeps['openRecords']>[1];

type RecordSql = ReturnType<typeof prepareStatements>;

function makeNamespace(sql: RecordSql, name: string): number {
  sql.addNamespace.run(name);
  const row = sql.findNamespace.get(name);
  if (row === undefined) throw new Error(`Namespace ${name} was neither added nor found.`);
  return row.id;
}

function* recordsOfAll(sql: RecordSql, namespace: number): Generator<readonly StaleRow[]> {
  let rows = sql.recordsOfAll.all(namespace, Buffer.alloc(0), STALE_PAGE);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    rows = sql.recordsOfAll.all(namespace, last.content_key, STALE_PAGE);
  }
}

function* recordsOfSeenSources(sql: RecordSql, namespace: number, runSeq: number): Generator<readonly StaleRow[]> {
  let sources = sql.sourcesFrom.all(namespace, '', STALE_PAGE);
  for (let last = sources.at(-1); last !== undefined; last = sources.at(-1)) {
    for (const source of sources) {
      if (source.last_run !== runSeq) continue;
      let rows = sql.recordsOfSource.all(source.id, 0, STALE_PAGE);
      for (let end = rows.at(-1); end !== undefined; end = rows.at(-1)) {
        yield rows;
        rows = sql.recordsOfSource.all(source.id, end.id, STALE_PAGE);
      }
    }
    yield [];
    // The next name in the order of bytes.
    sources = sql.sourcesFrom.all(namespace, `${last.name}\u0000`, STALE_PAGE);
  }
}

/** Gathers rows of small sources into pages worth a transaction. */
function* stalePages(
  pages: Iterable<readonly StaleRow[]>,
  runSeq: number,
  except: ReadonlySet<number>,
): Generator<readonly StaleRecord[]> {
  let stale: StaleRecord[] = [];
  let seen = 0;
  for (const rows of pages) {
    for (const row of rows) {
      if (row.last_run === runSeq || except.has(row.source_id)) continue;
      stale.push({ recordId: row.id, chunkId: row.chunk_uuid });
    }
    seen += rows.length;
    if (seen > 0 && seen < STALE_PAGE) continue;
    yield stale;
    stale = [];
    seen = 0;
  }
  yield stale;
}

/** A namespace by its name: it may not be there yet. */
function createNamespace(sql: RecordSql, name: string) {
  let id: number | undefined;
  const find = (): number | undefined => {
    id ??= sql.findNamespace.get(name)?.id;
    return id;
  };
  return {
    find,
    open(): void {
      id ??= find() ?? makeNamespace(sql, name);
    },
    made(): number {
      const found = find();
      if (found === undefined) throw new BugError(`The records of ${name} were written to before they were opened`);
      return found;
    },
  };
}

type Namespace = ReturnType<typeof createNamespace>;

function createReads(sql: RecordSql, { find }: Namespace) {
  return {
    exists(contentKeys) {
      const found = find();
      return contentKeys.map((key) => (found === undefined ? undefined : toKnown(sql.find.get(found, key))));
    },
    listStale(scope, runSeq, except) {
      const found = find();
      if (found === undefined) return [];
      const exceptIds = new Set([...(except ?? [])].flatMap((source) => sql.findSource.get(found, source)?.id ?? []));
      const pages = scope === 'full' ? recordsOfAll(sql, found) : recordsOfSeenSources(sql, found, runSeq);
      return stalePages(pages, runSeq, exceptIds);
    },
    listSources(after, limit) {
      const found = find();
      return found === undefined ? [] : sql.sourcesAfter.all(found, after, limit);
    },
    listRecords({ source, after, limit }) {
      const found = find();
      const sourceId = found === undefined ? undefined : sql.findSource.get(found, source)?.id;
      if (sourceId === undefined) return [];
      const rows = sql.recordsOfSource.all(sourceId, after, limit);
      return rows.map((row) => ({ recordId: row.id, chunkId: row.chunk_uuid }));
    },
    count() {
      const found = find();
      return found === undefined ? 0 : (sql.count.get(found)?.total ?? 0);
    },
  } satisfies Partial<TransactionalRecords>;
}

function createWrites(sql: RecordSql, { made, open }: Namespace) {
  const sourceIds = new Map<string, number>();
  return {
    open,
    seeSources(sources, runSeq) {
      sourceIds.clear();
      for (const source of new Set(sources)) {
        const row = sql.seeSource.get(made(), source, runSeq);
        if (row !== undefined) sourceIds.set(source, row.id);
      }
    },
    put(records: readonly ChunkRecord[], runSeq) {
      const added: number[] = [];
      for (const [index, record] of records.entries()) {
        const sourceId = sourceIds.get(record.source);
        if (sourceId === undefined) throw new Error('A record of a source that was not announced with seeSources.');
        const { contentKey, metadataHash, chunkNo, chunkId } = record;
        const { changes } = sql.insert.run(made(), contentKey, metadataHash, sourceId, chunkNo, chunkId, runSeq);
        if (changes === 1) added.push(index);
      }
      return added;
    },
    touch: (recordIds, runSeq) => void sql.touch.run(runSeq, JSON.stringify(recordIds)),
    replace(records, runSeq) {
      for (const { recordId, metadataHash, chunkNo } of records) {
        sql.replace.run(metadataHash, chunkNo, runSeq, recordId);
      }
    },
    remove: (recordIds) => void sql.remove.run(JSON.stringify(recordIds)),
  } satisfies Partial<TransactionalRecords>;
}

/** The records of a namespace as any record manager gives them, each write in a transaction of its own. */
function createManager(db: Database, namespace: string, options: RecordOptions, sql: RecordSql): LocalRecordManager {
  const place = createNamespace(sql, namespace);
  const transactional: TransactionalRecords = { ...createReads(sql, place), ...createWrites(sql, place) };
  async function write<T>(signal: AbortSignal, work: () => T): Promise<T> {
    // Others have their turn between two calls: promises alone would go from batch to batch without one.
    return await commitPage({ db, signal }, () => db.transaction(work).immediate());
  }
  return {
    namespace,
    ...options,
    transactional,
    async startRun(runSeq, signal) {
      signal.throwIfAborted();
      transactional.open();
      return runSeq;
    },
    async exists(contentKeys, signal) {
      signal.throwIfAborted();
      const found = transactional.exists(contentKeys);
      await nextTurn();
      return found;
    },
    seeSources: (sources, run, signal) => write(signal, () => transactional.seeSources(sources, run)),
    put: (records, run, signal) =>
      write(signal, () => {
        transactional.seeSources(
          records.map(({ source }) => source),
          run,
        );
        return transactional.put(records, run);
      }),
    touch: (recordIds, run, signal) => write(signal, () => transactional.touch(recordIds, run)),
    replace: (records, run, signal) => write(signal, () => transactional.replace(records, run)),
    async *listStale(scope, run, signal, except) {
      for (const page of transactional.listStale(scope, run, except)) {
        signal.throwIfAborted();
        yield page;
        await nextTurn();
      }
    },
    remove: (recordIds, signal) => write(signal, () => transactional.remove(recordIds)),
    async count(signal) {
      signal.throwIfAborted();
      return transactional.count();
    },
    check: async () => `${countOf(transactional.count(), 'record is', 'records are')} kept.`,
    // They lie in the server's database, which stays open.
    close: () => Promise.resolve(),
  };
}

/** Record keeping in the server's own database, so that a record commits together with its chunk. */
export function createRecordRepository(db: Database): RecordManagerDeps {
  const sql = prepareStatements(db);
  return { openRecords: (namespace, options) => createManager(db, namespace, options, sql) };
}

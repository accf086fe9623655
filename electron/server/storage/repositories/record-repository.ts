import { setImmediate as nextTurn } from 'node:timers/promises';
import { BugError } from '../../../../shared/errors/errors.ts';
import { countOf } from '../../../../shared/text/format.ts';
import { HASH_BYTES, HASHES_PER_CHUNK } from '../../core/chunk.ts';
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
  /** Key, hash and chunk id, 16 bytes each: one buffer a row, since buffers outside of the heap cost more than what they hold. */
  bytes: Buffer;
  chunk_no: number;
  last_run: number;
}

interface RecordOfSource {
  id: number;
  chunk_uuid: Buffer;
}

interface StaleRow extends RecordOfSource {
  source_id: number;
}

interface SourceRow {
  id: number;
  name: string;
  last_run: number;
}

/** Rows looked at, or deleted in one transaction, at a time (up to twice as many): a few ms. */
const STALE_PAGE = 500;

/** Stretches of less than a page that are looked at between two turns of other work. */
const SMALL_AT_ONCE = 10;

/** Keys looked up in one statement: half the time of one each. */
const FOUND_AT_ONCE = 64;

/** Hashes of a chunk in a batch. */
const ROW_BYTES = HASHES_PER_CHUNK * HASH_BYTES;

const RECORD_BYTES = 'CAST(content_key || metadata_hash || chunk_uuid AS BLOB) AS bytes';

/** 1: with the same metadata. */
type ComparedRow = [at: number, id: number, chunkNo: number, lastRun: number, hasSameMetadata: 0 | 1];

function prepareStatements(db: Database) {
  return {
    addNamespace: db.prepare<[string]>('INSERT INTO record_namespace (name) VALUES (?) ON CONFLICT DO NOTHING'),
    findNamespace: db.prepare<[string], { id: number }>('SELECT id FROM record_namespace WHERE name = ?'),
    seeSource: db.prepare<[number, string, number], { id: number }>(
      `INSERT INTO record_source (namespace_id, name, last_run) VALUES (?, ?, ?)
       ON CONFLICT (namespace_id, name) DO UPDATE SET last_run = excluded.last_run,
         previous_run = CASE WHEN excluded.last_run IN (last_run, -1) THEN previous_run ELSE last_run END RETURNING id`,
    ),
    find: db.prepare<[number, ...Buffer[]], RecordRow>(
      `SELECT id, ${RECORD_BYTES}, chunk_no, last_run FROM record
       WHERE namespace_id = ? AND content_key IN (${Array(FOUND_AT_ONCE).fill('?').join(', ')})`,
    ),
    // The keys are cut out of one buffer, and only numbers are read: buffers outside of the heap cost more than what they hold.
    compare: db
      .prepare<[{ namespace: number; hashes: Buffer }], ComparedRow>(
        `WITH place (at) AS (VALUES ${Array.from({ length: FOUND_AT_ONCE }, (_, at) => `(${at})`).join(', ')})
         SELECT at, id, chunk_no, last_run, metadata_hash = substr(@hashes, at * ${ROW_BYTES} + ${2 * HASH_BYTES + 1}, ${HASH_BYTES})
         FROM place CROSS JOIN record
         WHERE namespace_id = @namespace AND content_key = substr(@hashes, at * ${ROW_BYTES} + ${HASH_BYTES + 1}, ${HASH_BYTES})`,
      )
      .raw(),
    byId: db.prepare<[number], RecordRow>(`SELECT id, ${RECORD_BYTES}, chunk_no, last_run FROM record WHERE id = ?`),
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
    recordsOfSource: db.prepare<[number, number, number], RecordOfSource>(
      'SELECT id, chunk_uuid FROM record WHERE source_id = ? AND id > ? ORDER BY id LIMIT ?',
    ),
    endOfSource: db
      .prepare<[number, number], number>(
        `SELECT id FROM record WHERE source_id = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ${STALE_PAGE - 1}`,
      )
      .pluck(),
    staleOfSource: db.prepare<[number, number, number, number], StaleRow>(
      `SELECT id, chunk_uuid, source_id FROM record
       WHERE source_id = ? AND id > ? AND id <= ? AND last_run <> ? ORDER BY id`,
    ),
    endOfAll: db
      .prepare<[number, Buffer], Buffer>(
        `SELECT content_key FROM record WHERE namespace_id = ? AND content_key > ?
         ORDER BY content_key LIMIT 1 OFFSET ${STALE_PAGE - 1}`,
      )
      .pluck(),
    staleOfAll: db.prepare<[number, Buffer, Buffer, number], StaleRow>(
      `SELECT id, chunk_uuid, source_id FROM record
       WHERE namespace_id = ? AND content_key > ? AND content_key <= ? AND last_run <> ? ORDER BY content_key`,
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

function toKnown({ id, bytes, chunk_no: chunkNo, last_run: lastRun }: RecordRow): KnownRecord {
  return {
    recordId: id,
    metadataHash: bytes.subarray(HASH_BYTES, 2 * HASH_BYTES),
    chunkNo,
    chunkId: bytes.subarray(2 * HASH_BYTES),
    lastRun,
  };
}

/** The records of up to {@link FOUND_AT_ONCE} keys, in the order of the keys. */
function findSome(sql: RecordSql, namespace: number, keys: readonly Buffer[]): (KnownRecord | undefined)[] {
  const [first = Buffer.alloc(0)] = keys;
  const filled = Array.from({ length: FOUND_AT_ONCE }, (_, index) => keys[index] ?? first);
  const rows = sql.find.all(namespace, ...filled);
  if (rows.length === 0) return keys.map(() => undefined);
  const known = new Map(rows.map((row) => [row.bytes.toString('latin1', 0, HASH_BYTES), toKnown(row)]));
  return keys.map((key) => known.get(key.toString('latin1')));
}

/** A record whose metadata are those of the batch: the rest of it is read when it is asked for, which hardly anybody does. */
class SameRecord implements KnownRecord {
  readonly hasSameMetadata = true;
  readonly recordId: number;
  readonly chunkNo: number;
  readonly lastRun: number;
  readonly #sql: RecordSql;

  constructor(sql: RecordSql, recordId: number, chunkNo: number, lastRun: number) {
    this.#sql = sql;
    this.recordId = recordId;
    this.chunkNo = chunkNo;
    this.lastRun = lastRun;
  }

  get metadataHash(): Buffer {
    return readRecord(this.#sql, this.recordId).metadataHash;
  }

  get chunkId(): Buffer {
    return readRecord(this.#sql, this.recordId).chunkId;
  }
}

function readRecord(sql: RecordSql, id: number): KnownRecord {
  const row = sql.byId.get(id);
  if (row === undefined) throw new BugError('A record was deleted while its run went on.');
  return toKnown(row);
}

function compareAll(sql: RecordSql, namespace: number, hashes: Buffer): (KnownRecord | undefined)[] {
  const known = new Array<KnownRecord | undefined>(hashes.length / ROW_BYTES).fill(undefined);
  for (let from = 0; from < known.length; from += FOUND_AT_ONCE) {
    const some = hashes.subarray(from * ROW_BYTES, (from + FOUND_AT_ONCE) * ROW_BYTES);
    for (const [at, id, chunkNo, lastRun, isSame] of sql.compare.all({ namespace, hashes: some })) {
      known[from + at] = isSame === 1 ? new SameRecord(sql, id, chunkNo, lastRun) : readRecord(sql, id);
    }
  }
  return known;
}

type RecordOptions = Parameters<RecordManagerDeps['openRecords']>[1];

type RecordSql = ReturnType<typeof prepareStatements>;

function makeNamespace(sql: RecordSql, name: string): number {
  sql.addNamespace.run(name);
  const row = sql.findNamespace.get(name);
  if (row === undefined) throw new Error(`Namespace ${name} was neither added nor found.`);
  return row.id;
}

/** Records that were looked at, {@link STALE_PAGE} or fewer of one source or namespace: those that the run did not produce. */
interface Stretch {
  readonly stale: readonly StaleRow[];
  readonly isFull: boolean;
}

/** @param endOf where a full stretch after a place ends; undefined where fewer are left @param last no place is behind it */
function* stretches<Place>(
  { first, last }: { readonly first: Place; readonly last: Place },
  endOf: (after: Place) => Place | undefined,
  staleIn: (after: Place, end: Place) => readonly StaleRow[],
): Generator<Stretch> {
  let after = first;
  for (let end = endOf(after); end !== undefined; end = endOf(after)) {
    yield { stale: staleIn(after, end), isFull: true };
    after = end;
  }
  yield { stale: staleIn(after, last), isFull: false };
}

const KEYS: { readonly first: Buffer; readonly last: Buffer } = {
  first: Buffer.alloc(0),
  last: Buffer.alloc(HASH_BYTES + 1, 0xff),
};
const IDS = { first: 0, last: Number.MAX_SAFE_INTEGER };

function stretchesOfAll(sql: RecordSql, namespace: number, runSeq: number): Generator<Stretch> {
  return stretches(
    KEYS,
    (after) => sql.endOfAll.get(namespace, after),
    (after, end) => sql.staleOfAll.all(namespace, after, end, runSeq),
  );
}

function* stretchesOfSeenSources(sql: RecordSql, namespace: number, runSeq: number): Generator<Stretch> {
  let sources = sql.sourcesFrom.all(namespace, '', STALE_PAGE);
  for (let last = sources.at(-1); last !== undefined; last = sources.at(-1)) {
    for (const { id, last_run: lastRun } of sources) {
      if (lastRun !== runSeq) continue;
      yield* stretches(
        IDS,
        (after) => sql.endOfSource.get(id, after),
        (after, end) => sql.staleOfSource.all(id, after, end, runSeq),
      );
    }
    yield { stale: [], isFull: true };
    // The next name in the order of bytes.
    sources = sql.sourcesFrom.all(namespace, `${last.name}\u0000`, STALE_PAGE);
  }
}

/** Gathers what is stale in small sources into pages worth a transaction. */
function* stalePages(found: Iterable<Stretch>, except: ReadonlySet<number>): Generator<readonly StaleRecord[]> {
  let stale: StaleRecord[] = [];
  let small = 0;
  for (const stretch of found) {
    for (const { id, chunk_uuid: chunkId, source_id: sourceId } of stretch.stale) {
      if (!except.has(sourceId)) stale.push({ recordId: id, chunkId });
    }
    small += 1;
    if (!stretch.isFull && small < SMALL_AT_ONCE && stale.length < STALE_PAGE) continue;
    yield stale;
    stale = [];
    small = 0;
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
      if (found === undefined) return contentKeys.map(() => undefined);
      const known: (KnownRecord | undefined)[] = [];
      for (let from = 0; from < contentKeys.length; from += FOUND_AT_ONCE) {
        known.push(...findSome(sql, found, contentKeys.slice(from, from + FOUND_AT_ONCE)));
      }
      return known;
    },
    compare(hashes) {
      const found = find();
      return found === undefined ? [] : compareAll(sql, found, hashes);
    },
    listStale(scope, runSeq, except) {
      const found = find();
      if (found === undefined) return [];
      const exceptIds = new Set([...(except ?? [])].flatMap((source) => sql.findSource.get(found, source)?.id ?? []));
      const all = scope === 'full' ? stretchesOfAll(sql, found, runSeq) : stretchesOfSeenSources(sql, found, runSeq);
      return stalePages(all, exceptIds);
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

/** Records in the server's own database, so that a record commits together with its chunk. */
export function createRecordRepository(db: Database): RecordManagerDeps {
  const sql = prepareStatements(db);
  return { openRecords: (namespace, options) => createManager(db, namespace, options, sql) };
}

import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { DatabaseSettings } from '../databases/database-config.ts';
import { addressOf } from '../databases/database-target.ts';
import { isMissingMysqlTable, type Mysql, type MysqlValue, openMysql } from '../databases/mysql.ts';
import { checkRecordTable, recordTables } from './record-tables.ts';
import { type NewRecord, type RecordSql, ROWS, SOURCES } from './remote-records.ts';

interface IdRow extends RowDataPacket {
  readonly id: number;
}

interface KeyRow extends RowDataPacket {
  readonly id: number;
  readonly key: Buffer;
}

interface FoundRow extends IdRow {
  readonly source_id: number;
  readonly content_key: Buffer;
  readonly metadata_hash: Buffer;
  readonly chunk_no: number;
  readonly chunk_id: Buffer;
  readonly last_run: number;
}

/** The parser nests the parts of a UNION. */
const REPLACED = 200;

const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

function quotedTables(table: string) {
  const { records, namespaces, sources, runs } = recordTables(table);
  return { records: quote(records), namespaces: quote(namespaces), sources: quote(sources), runs: quote(runs) };
}

async function checkTable(mysql: Mysql, table: string, signal: AbortSignal): Promise<void> {
  const statement =
    'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?';
  const columns = await mysql.query<RowDataPacket>(statement, [table], signal);
  checkRecordTable(
    table,
    columns.map(({ name }) => String(name).toLowerCase()),
  );
}

async function createTables(mysql: Mysql, table: string, signal: AbortSignal): Promise<void> {
  await checkTable(mysql, table, signal);
  const { records, namespaces, sources, runs } = quotedTables(table);
  // Bytes are compared as bytes, whatever the collation of the database says of case and accents.
  const options = 'ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET = utf8mb4 COLLATE = utf8mb4_bin';
  const number = 'BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY';
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${namespaces} (id ${number}, name VARCHAR(700) NOT NULL, UNIQUE KEY (name)) ${options}`,
    `CREATE TABLE IF NOT EXISTS ${runs} (id ${number}, namespace_id BIGINT NOT NULL, started_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP) ${options}`,
    `CREATE TABLE IF NOT EXISTS ${sources} (id ${number}, namespace_id BIGINT NOT NULL, source_key BINARY(16) NOT NULL, source MEDIUMTEXT NOT NULL,
      last_run BIGINT NOT NULL, UNIQUE KEY (namespace_id, source_key)) ${options}`,
    `CREATE TABLE IF NOT EXISTS ${records} (id ${number}, namespace_id BIGINT NOT NULL, content_key BINARY(16) NOT NULL, metadata_hash BINARY(16) NOT NULL,
      source_id BIGINT NOT NULL, chunk_no INT NOT NULL, chunk_id BINARY(16) NOT NULL, last_run BIGINT NOT NULL,
      UNIQUE KEY (namespace_id, content_key), UNIQUE KEY by_source (source_id, id)) ${options}`,
  ];
  for (const statement of statements) await mysql.run(statement, [], signal);
}

/** A run never takes a record back from a later one; "no run" (a number below 1) does. */
function mark(column: string, run: number): string {
  return run > 0 ? `GREATEST(${column}, ?)` : '?';
}

type Tables = ReturnType<typeof quotedTables>;

/** One write after the other in a namespace: InnoDB locks what lies between rows as well, in no order that a statement could choose. */
function inNamespace<T>(
  mysql: Mysql,
  { tables, namespaceId }: { readonly tables: Tables; readonly namespaceId: number },
  work: (connection: PoolConnection) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return mysql.transaction(async (connection) => {
    await connection.query(`SELECT id FROM ${tables.namespaces} WHERE id = ? FOR UPDATE`, [namespaceId]);
    return await work(connection);
  }, signal);
}

/** Knows which of its keys were there, since it is alone in its namespace. */
async function insert(
  mysql: Mysql,
  tables: Tables,
  {
    namespaceId,
    rows,
    run,
  }: { readonly namespaceId: number; readonly rows: readonly NewRecord[]; readonly run: number },
  signal: AbortSignal,
): Promise<readonly Buffer[]> {
  const { records } = tables;
  const keys = rows.map(({ contentKey }) => contentKey);
  const values = rows.map(({ contentKey, metadataHash, sourceId, chunkNo, chunkId }) => [
    ...[namespaceId, contentKey, metadataHash, sourceId, chunkNo, chunkId, run],
  ]);
  const write = async (connection: PoolConnection): Promise<ReadonlySet<string>> => {
    const select = `SELECT content_key FROM ${records} WHERE namespace_id = ? AND content_key IN (?)`;
    const [found] = await connection.query<FoundRow[]>(select, [namespaceId, keys]);
    const statement = `INSERT INTO ${records} (namespace_id, content_key, metadata_hash, source_id, chunk_no, chunk_id, last_run) VALUES ?
      ON DUPLICATE KEY UPDATE last_run = GREATEST(last_run, ?)`;
    await connection.query<ResultSetHeader>(statement, [values, run]);
    return new Set(found.map(({ content_key }) => content_key.toString('latin1')));
  };
  const known = await inNamespace(mysql, { tables, namespaceId }, write, signal);
  return keys.filter((key) => !known.has(key.toString('latin1')));
}

function runSql(
  mysql: Mysql,
  { namespaces, runs }: Tables,
): Pick<RecordSql, 'addNamespace' | 'findNamespace' | 'addRun'> {
  return {
    async addNamespace(name, signal) {
      const statement = `INSERT INTO ${namespaces} (name) VALUES (?) ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)`;
      return (await mysql.run(statement, [name], signal)).insertId;
    },
    async findNamespace(name, signal) {
      const [row] = await mysql.query<IdRow>(`SELECT id FROM ${namespaces} WHERE name = ?`, [name], signal);
      return row?.id;
    },
    async addRun(namespaceId, signal) {
      return (await mysql.run(`INSERT INTO ${runs} (namespace_id) VALUES (?)`, [namespaceId], signal)).insertId;
    },
  };
}

function sourceSql(mysql: Mysql, { sources }: Tables): Pick<RecordSql, 'seeSources' | 'findSources' | 'listSources'> {
  return {
    async seeSources(namespaceId, seen, run, signal) {
      // In one order in every run, so that two of them never wait for each other's rows.
      const rows = seen.toSorted((a, b) => a.key.compare(b.key)).map(({ key, name }) => [namespaceId, key, name, run]);
      const statement = `INSERT INTO ${sources} (namespace_id, source_key, source, last_run) VALUES ?
        ON DUPLICATE KEY UPDATE last_run = GREATEST(last_run, ?)`;
      await mysql.run(statement, [rows, run], signal);
    },
    findSources(namespaceId, keys, signal) {
      const statement = `SELECT id, source_key AS \`key\` FROM ${sources} WHERE namespace_id = ? AND source_key IN (?)`;
      return mysql.query<KeyRow>(statement, [namespaceId, keys], signal);
    },
    listSources({ namespaceId, after, seenBy }, signal) {
      const seen = seenBy === undefined ? '' : 'AND last_run = ?';
      const statement = `SELECT id, source_key AS \`key\` FROM ${sources} WHERE namespace_id = ? AND source_key > ? ${seen} ORDER BY source_key LIMIT ${SOURCES}`;
      const values = seenBy === undefined ? [namespaceId, after] : [namespaceId, after, seenBy];
      return mysql.query<KeyRow>(statement, values, signal);
    },
  };
}

function readingSql(mysql: Mysql, { records }: Tables): Pick<RecordSql, 'find' | 'listRecords' | 'count'> {
  return {
    async find(namespaceId, keys, signal) {
      if (keys.length === 0) return [];
      const statement = `SELECT id, content_key, metadata_hash, chunk_no, chunk_id, last_run FROM ${records} WHERE namespace_id = ? AND content_key IN (?)`;
      const rows = await mysql.query<FoundRow>(statement, [namespaceId, keys], signal);
      return rows.map((row) => ({
        contentKey: row.content_key,
        recordId: row.id,
        metadataHash: row.metadata_hash,
        chunkNo: row.chunk_no,
        chunkId: row.chunk_id,
        lastRun: row.last_run,
      }));
    },
    async listRecords({ sourceIds, after, before }, signal) {
      const stale = before === undefined ? '' : 'AND last_run < ?';
      const statement = `SELECT id, source_id, chunk_id FROM ${records} FORCE INDEX (by_source)
        WHERE source_id IN (?) AND (source_id <> ? OR id > ?) ${stale} ORDER BY source_id, id LIMIT ${ROWS}`;
      const values = [sourceIds, sourceIds[0] ?? 0, after, ...(before === undefined ? [] : [before])];
      const rows = await mysql.query<FoundRow>(statement, values, signal);
      return rows.map(({ id, source_id, chunk_id }) => ({ sourceId: source_id, recordId: id, chunkId: chunk_id }));
    },
    async count(namespaceId, signal) {
      const statement = `SELECT COUNT(*) AS total FROM ${records} WHERE namespace_id = ?`;
      const [row] = await mysql.query<RowDataPacket>(statement, [namespaceId], signal);
      return Number(row?.total ?? 0);
    },
  };
}

function writingSql(mysql: Mysql, tables: Tables): Pick<RecordSql, 'insert' | 'touch' | 'replace' | 'remove'> {
  const { records } = tables;
  const write = (
    namespaceId: number,
    statement: string,
    values: readonly MysqlValue[],
    signal: AbortSignal,
  ): Promise<unknown> =>
    inNamespace(mysql, { tables, namespaceId }, (connection) => connection.query(statement, [...values]), signal);
  return {
    insert: (namespaceId, rows, run, signal) => insert(mysql, tables, { namespaceId, rows, run }, signal),
    async touch(namespaceId, ids, run, signal) {
      const statement = `UPDATE ${records} SET last_run = ${mark('last_run', run)} WHERE id IN (?)`;
      await write(namespaceId, statement, [run, ids], signal);
    },
    async replace(namespaceId, replaced, run, signal) {
      for (let start = 0; start < replaced.length; start += REPLACED) {
        const batch = replaced.slice(start, start + REPLACED);
        const list = batch.map(() => 'SELECT ? AS id, ? AS hash, ? AS place').join(' UNION ALL ');
        const statement = `UPDATE ${records} AS r JOIN (${list}) AS new ON new.id = r.id
          SET r.metadata_hash = new.hash, r.chunk_no = new.place, r.last_run = ${mark('r.last_run', run)}`;
        const values = batch.flatMap(({ recordId, metadataHash, chunkNo }) => [recordId, metadataHash, chunkNo]);
        await write(namespaceId, statement, [...values, run], signal);
      }
    },
    async remove(namespaceId, ids, signal) {
      await write(namespaceId, `DELETE FROM ${records} WHERE id IN (?)`, [ids], signal);
    },
  };
}

/**
 * Records in a MySQL or MariaDB database.
 * @throws UserError INVALID_PARAM for settings that can't be used
 */
export function createMysqlRecords(settings: DatabaseSettings, table: string): RecordSql {
  const mysql = openMysql(settings);
  const tables = quotedTables(table);
  return {
    checkTable: (signal) => checkTable(mysql, table, signal),
    createTables: (signal) => createTables(mysql, table, signal),
    isMissing: isMissingMysqlTable,
    ...runSql(mysql, tables),
    ...sourceSql(mysql, tables),
    ...readingSql(mysql, tables),
    ...writingSql(mysql, tables),
    async describe(signal) {
      const [row] = await mysql.query<RowDataPacket>('SELECT VERSION() AS version', [], signal);
      return `MySQL ${String(row?.version)} answers at ${addressOf(mysql.target)}`;
    },
    close: () => mysql.close(),
  };
}

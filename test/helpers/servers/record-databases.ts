import type { CleanupMode, RecordManager } from '../../../electron/server/core/record-manager.ts';
import type { DatabaseSettings } from '../../../electron/server/databases/database-config.ts';
import { openMysql } from '../../../electron/server/databases/mysql.ts';
import { openPostgres } from '../../../electron/server/databases/postgres.ts';
import { createMysqlRecords } from '../../../electron/server/records/mysql-records.ts';
import { createPostgresRecords } from '../../../electron/server/records/postgres-records.ts';
import { openRemoteRecords, type RecordSql } from '../../../electron/server/records/remote-records.ts';
import { mariadbSkipReason, startMariadb } from './mariadb-server.ts';
import { postgresSkipReason, startPostgres } from './postgres-server.ts';

/** A running database that keeps records. */
export interface RecordDatabase {
  open(namespace: string, cleanup?: CleanupMode, table?: string): RecordManager;
  /** Runs a statement of the test's own. */
  exec(sql: string): Promise<unknown>;
  stop(): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly skipReason: string | undefined;
  start(): Promise<RecordDatabase>;
}

const never = new AbortController().signal;
const TABLE = 'tributary_records';

function openWith(create: (settings: DatabaseSettings, table: string) => RecordSql, settings: DatabaseSettings) {
  return (namespace: string, cleanup: CleanupMode = 'incremental', table = TABLE): RecordManager =>
    openRemoteRecords(create(settings, table), { namespace, cleanup, sourceIdKey: 'source', table });
}

async function startPostgresRecords(): Promise<RecordDatabase> {
  const { host, port, user, password, stop } = await startPostgres();
  const settings = { host, port, user, password, database: 'postgres', ssl: false, additionalConfig: {} };
  const own = openPostgres(settings);
  return {
    open: openWith(createPostgresRecords, settings),
    exec: (sql) => own.query(sql, [], never),
    async stop() {
      await own.close();
      await stop();
    },
  };
}

async function startMysqlRecords(): Promise<RecordDatabase> {
  const { host, port, user, password, stop } = await startMariadb();
  const settings = { host, port, user, password, database: 'test_db', ssl: false, additionalConfig: {} };
  const own = openMysql(settings);
  return {
    open: openWith(createMysqlRecords, settings),
    exec: (sql) => own.run(sql, [], never),
    async stop() {
      await own.close();
      await stop();
    },
  };
}

/** The databases that records can be kept in. */
export const recordDatabases: readonly Kind[] = [
  { name: 'PostgreSQL', skipReason: postgresSkipReason, start: startPostgresRecords },
  { name: 'MariaDB', skipReason: mariadbSkipReason, start: startMysqlRecords },
];

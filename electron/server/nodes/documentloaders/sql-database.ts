import { basename, extname } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { DATABASE_PORT, sqlDatabase as definition } from '../../../../shared/nodes/documentloaders/sql-database.ts';
import { implement } from '../../core/node-kinds.ts';
import { type DatabaseSettings, readDatabaseConfig } from '../../databases/database-config.ts';
import { addressOf } from '../../databases/database-target.ts';
import type { RowBatch } from '../../sources/sql/cell.ts';
import { rowDescriber } from '../../sources/sql/describe-rows.ts';
import { requireSelect } from '../../sources/sql/require-select.ts';

type Params = ParamsOf<typeof definition>;

/** The rows of a query, streamed: one document per row. */
export const sqlDatabase = implement(definition, {
  open: (params) => ({
    async *loadOrigin(context) {
      const { name, rows } = await openRows(params, context.signal, context.cacheFolder);
      const rules = { ...params, sourceName: params.sourceName.trim() || name };
      let describe: ReturnType<typeof rowDescriber> | undefined;
      let count = 0;
      for await (const batch of rows) {
        describe ??= rowDescriber(batch.columns, rules);
        for (const row of batch.rows) {
          count += 1;
          const document = describe(row, count);
          if (document !== undefined) yield document;
          context.onProgress(count);
        }
      }
      context.onProgress(count, count);
    },
  }),

  async checkConnection(params, signal) {
    const { name, rows } = await openRows(params, signal);
    for await (const { columns } of rows) {
      // Fails at once if a column of the settings does not exist.
      rowDescriber(columns, { ...params, sourceName: name });
      return `${placeOf(params, name)} answers. The query gives the columns ${columns.join(', ')}.`;
    }
    return `${placeOf(params, name)} answers.`;
  },
});

interface OpenRows {
  /** The name of the database for messages. */
  readonly name: string;
  readonly rows: AsyncGenerator<RowBatch>;
}

async function openRows(params: Params, signal: AbortSignal, cacheFolder?: string): Promise<OpenRows> {
  const query = requireSelect(params.query);
  const settings = settingsOf(params);
  if (params.databaseType === 'sqlite') {
    if (params.filePath === '') throw missing('filePath', 'SQLite file');
    const { openSqliteFile, sqliteRows } = await import('../../sources/sql/sqlite-rows.ts');
    const file = await openSqliteFile(params.filePath, cacheFolder);
    const limitMs = readDatabaseConfig(settings).statementMs;
    return { name: basename(file, extname(file)), rows: sqliteRows({ file, query, limitMs }, signal) };
  }
  if (params.database === '') throw missing('database', 'Database name');
  const { database: name } = settings;
  if (params.databaseType === 'postgres') {
    const { postgresRows } = await import('../../sources/sql/postgres-rows.ts');
    return { name, rows: postgresRows(settings, query, signal) };
  }
  const { mysqlRows } = await import('../../sources/sql/mysql-rows.ts');
  return { name, rows: mysqlRows(settings, query, signal) };
}

function settingsOf(params: Params): DatabaseSettings {
  const { databaseType, host, database, user, password, ssl, additionalConfig } = params;
  const port = params.port ?? (databaseType === 'mysql' ? DATABASE_PORT.mysql : DATABASE_PORT.postgres);
  return { host: host.trim(), port, database: database.trim(), user, password, ssl, additionalConfig };
}

function placeOf(params: Params, name: string): string {
  if (params.databaseType === 'sqlite') return `The SQLite database "${name}"`;
  const product = params.databaseType === 'postgres' ? 'PostgreSQL' : 'MySQL';
  return `${product} at ${addressOf(settingsOf(params))}`;
}

function missing(param: string, title: string): UserError {
  return new UserError('INVALID_PARAM', `${title} is required: fill it in.`, { details: { param } });
}

import { booleanParam, jsonObjectParam, numberParam, secretParam, textParam } from './params.ts';

/** One part of an SQL name: what PostgreSQL and MySQL both take unquoted, and dashes and dollars. */
const NAME = '[A-Za-z_][A-Za-z0-9_$-]{0,62}';

/** Table of a node; `schema.table` where the database has schemas. */
export function tableNameParam(shown: { readonly help: string; readonly default: string; readonly schemas: boolean }) {
  return textParam({
    title: 'Table name',
    help: shown.help,
    default: shown.default,
    pattern: shown.schemas ? new RegExp(`^(?:${NAME}\\.)?${NAME}$`) : new RegExp(`^${NAME}$`),
    patternHelp: `may have letters, digits, underscores, dashes and dollars, at most 63, and does not begin with a digit${shown.schemas ? '; a schema may stand before it with a dot' : ''}`,
    advanced: true,
  });
}

/** Where a database is, and the fields of its credential. */
export function databaseParams({ port }: { readonly port: number }) {
  return {
    user: secretParam({ title: 'User', required: true }),
    password: secretParam({ title: 'Password' }),
    host: textParam({
      title: 'Host',
      help: 'Name or address of the machine that the database runs on.',
      placeholder: 'localhost',
      required: true,
    }),
    database: textParam({ title: 'Database', help: 'Its name on that server.', required: true }),
    port: numberParam({ title: 'Port', default: port, min: 1, max: 65_535 }),
  };
}

/** More settings of the connection. */
export function additionalConfigParam() {
  return jsonObjectParam({
    title: 'Additional configuration',
    help: 'Time limits in milliseconds (connectTimeout, statementTimeout), and ssl: true, or an object with ca (the text of a certificate) or rejectUnauthorized.',
    placeholder: '{"statementTimeout": 60000, "ssl": {"rejectUnauthorized": false}}',
    advanced: true,
  });
}

export function sslParam() {
  return booleanParam({
    title: 'SSL',
    help: "Encrypts the connection and checks the server's certificate.",
    default: false,
    advanced: true,
  });
}

export const POSTGRES_PORT = 5432;
export const MYSQL_PORT = 3306;
export const POSTGRES_CREDENTIAL = { kind: 'PostgresApi', label: 'Postgres user' } as const;
export const MYSQL_CREDENTIAL = { kind: 'MySQLApi', label: 'MySQL user' } as const;

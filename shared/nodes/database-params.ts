import { z } from 'zod';
import { t } from '../texts/t.ts';
import { booleanParam, jsonObjectParam, numberParam, secretParam, textParam } from './params.ts';

/** PostgreSQL truncates names after 63 bytes, MySQL rejects names of more than 64. */
const LONGEST_NAME = 63;

/**
 * Table of a node; `schema.table` if the database has schemas.
 * @param reserved characters that are appended to the name for further tables
 */
export function tableNameParam(shown: {
  readonly help: string;
  readonly default: string;
  readonly schemas: boolean;
  readonly reserved?: number;
}) {
  const { help, default: fallback, schemas, reserved = 0 } = shown;
  const longest = LONGEST_NAME - reserved;
  const part = (length: number) => `[A-Za-z_][A-Za-z0-9_$-]{0,${length - 1}}`;
  return textParam({
    title: 'Table name',
    help,
    default: fallback,
    pattern: new RegExp(`^${schemas ? `(?:${part(LONGEST_NAME)}\\.)?` : ''}${part(longest)}$`),
    patternHelp: schemas
      ? t(
          'may have letters, digits, underscores, dashes and dollars, at most {longest}, and must not begin with a digit; a schema with a dot may precede it',
          { longest },
        )
      : t(
          'may have letters, digits, underscores, dashes and dollars, at most {longest}, and must not begin with a digit',
          {
            longest,
          },
        ),
    advanced: true,
  });
}

/** The address of a database, and the fields of its credential. Not overridable: a caller could send the password to their own server. */
export function databaseParams({ port }: { readonly port: number }) {
  return {
    user: secretParam({ title: 'User', required: true, isName: true }),
    password: secretParam({ title: 'Password' }),
    host: textParam({
      title: 'Host',
      help: 'Name or address of the machine that the database runs on.',
      placeholder: 'localhost',
      required: true,
      overridable: false,
    }),
    database: textParam({
      title: 'Database',
      help: 'Its name on that server.',
      placeholder: 'knowledge',
      required: true,
    }),
    port: numberParam({ title: 'Port', default: port, min: 1, max: 65_535, overridable: false }),
  };
}

const milliseconds = z
  .number()
  .int()
  .min(100)
  .max(24 * 3_600_000);
const sslSchema = z.union([
  z.boolean(),
  z.strictObject({
    rejectUnauthorized: z.boolean().optional(),
    ca: z.union([z.string(), z.array(z.string())]).optional(),
  }),
]);
/** The options of the additional configuration of a database: time limits in milliseconds, and the use of SSL. */
export const DatabaseConfigSchema = z.strictObject({
  ssl: sslSchema.optional(),
  connectTimeout: milliseconds.optional(),
  connectionTimeoutMillis: milliseconds.optional(),
  connectTimeoutMS: milliseconds.optional(),
  statementTimeout: milliseconds.optional(),
  statement_timeout: milliseconds.optional(),
});

export const DATABASE_CONFIG_HELP = t('may have {settings}, each with a valid value', {
  settings: Object.keys(DatabaseConfigSchema.shape).join(', '),
});

/** Additional settings of the connection. */
export function additionalConfigParam() {
  return jsonObjectParam({
    title: 'Additional configuration',
    shape: DatabaseConfigSchema,
    shapeHelp: DATABASE_CONFIG_HELP,
    help: 'Time limits in milliseconds (connectTimeout, statementTimeout), and ssl: true, or an object with ca (the text of a certificate) or rejectUnauthorized.',
    placeholder: '{"statementTimeout": 60000, "ssl": {"rejectUnauthorized": false}}',
    advanced: true,
    overridable: false,
  });
}

export function sslParam() {
  return booleanParam({
    title: 'SSL',
    help: "Encrypts the connection and checks the server's certificate.",
    default: false,
    advanced: true,
    overridable: false,
  });
}

export const POSTGRES_PORT = 5432;
export const MYSQL_PORT = 3306;
export const POSTGRES_CREDENTIAL = { kind: 'PostgresApi', label: 'Postgres user', vendorHosts: [] } as const;
export const MYSQL_CREDENTIAL = { kind: 'MySQLApi', label: 'MySQL user', vendorHosts: [] } as const;

import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { DATABASE_CONFIG_HELP, DatabaseConfigSchema, MYSQL_PORT, POSTGRES_PORT } from '../database-params.ts';
import { defineNode } from '../define-node.ts';
import { booleanParam, choiceParam, jsonObjectParam, optionalNumberParam, secretParam, textParam } from '../params.ts';
import { FULL_PATH, READING_STATEMENT } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

/** The default address of a database. */
export const DATABASE_PORT = { postgres: POSTGRES_PORT, mysql: MYSQL_PORT } as const;

const onServer = { param: 'databaseType', values: ['postgres', 'mysql'] };

export const sqlDatabase = defineNode({
  kind: 'documentloader',
  name: 'sqlDatabase',
  onlyHere: true,
  version: 1,
  label: 'SQL Database',
  description: 'Reads the rows of a query, one document per row, from a SQLite file, PostgreSQL, MySQL or MariaDB.',
  icon: 'table-properties',
  type: 'Document',
  synonyms: [
    'sql',
    'sqlite',
    'postgres',
    'postgresql',
    'mysql',
    'mariadb',
    'table',
    'query',
    'rows',
    'select',
    'database',
  ],
  credential: { kind: 'databaseApi', label: 'Database account', vendorHosts: [], when: onServer },
  connects: true,
  params: z
    .object({
      databaseType: choiceParam({
        title: 'Database',
        default: 'sqlite',
        choices: [
          { value: 'sqlite', label: 'SQLite file' },
          { value: 'postgres', label: 'PostgreSQL' },
          { value: 'mysql', label: 'MySQL or MariaDB' },
        ],
      }),
      filePath: textParam({
        title: 'File',
        help: 'Its full path on the machine that runs Tributary. It is opened read-only.',
        rule: FULL_PATH,
        pathOf: 'file',
        placeholder: '~/data/shop.db',
        when: { param: 'databaseType', values: ['sqlite'] },
      }),
      host: textParam({
        title: 'Host',
        help: 'Name or address of the machine that the database runs on.',
        when: onServer,
        default: 'localhost',
        placeholder: 'db.example.com',
      }),
      port: optionalNumberParam({
        title: 'Port',
        help: 'Empty: 5432 for PostgreSQL, 3306 for MySQL.',
        min: 1,
        max: 65_535,
        when: onServer,
      }),
      database: textParam({ title: 'Database name', placeholder: 'shop', when: onServer }),
      ssl: booleanParam({
        title: 'SSL',
        help: "Encrypts the connection and checks the server's certificate.",
        default: false,
        when: onServer,
      }),
      user: secretParam({ title: 'User', isName: true }),
      password: secretParam({ title: 'Password' }),
      query: textParam({
        title: 'Query',
        help: 'One SELECT. It runs in a read-only connection.',
        required: true,
        multiline: true,
        rule: READING_STATEMENT,
        placeholder: 'SELECT id, title, body, author FROM articles',
      }),
      contentColumns: textParam({
        title: 'Text columns',
        help: 'Columns of the text, separated by commas. One column gives its text alone, several give "name: value" lines. Empty: all columns.',
        placeholder: 'title, body',
      }),
      metadataColumns: textParam({
        title: 'Metadata columns',
        help: 'Columns to record with each document, separated by commas.',
        placeholder: 'author, updated_at',
      }),
      idColumn: textParam({
        title: 'Id column',
        help: 'The id of a row, so that a changed row replaces its old version. Empty: all rows together are one source.',
        placeholder: 'id',
      }),
      sourceName: textParam({
        title: 'Name of the rows',
        help: 'The beginning of the source, for example articles in articles/42. Empty: the name of the database.',
        placeholder: 'articles',
        advanced: true,
      }),
      additionalConfig: jsonObjectParam({
        title: 'Additional configuration',
        when: onServer,
        shape: DatabaseConfigSchema,
        shapeHelp: DATABASE_CONFIG_HELP,
        help: 'Time limits in milliseconds (connectTimeout, statementTimeout), and ssl: true, or an object with ca (the text of a certificate) or rejectUnauthorized.',
        placeholder: '{"statementTimeout": 60000, "ssl": {"rejectUnauthorized": false}}',
        advanced: true,
      }),
      ...loaderParams,
    })
    .refine(({ databaseType, filePath }) => databaseType !== 'sqlite' || filePath.trim() !== '', {
      path: ['filePath'],
      message: t('is required'),
    })
    .refine(({ databaseType, database }) => databaseType === 'sqlite' || database.trim() !== '', {
      path: ['database'],
      message: t('is required'),
    }),
  secretAddresses: ({ databaseType, host, port }) =>
    databaseType === 'sqlite' ? [] : [{ host, port: port ?? DATABASE_PORT[databaseType] }],
  summary: ({ databaseType, filePath, host, database }) =>
    databaseType === 'sqlite'
      ? (filePath.split(/[/\\]/).findLast((part) => part !== '') ?? t('No file yet'))
      : database === ''
        ? t('No database yet on {host}', { host })
        : t('{database} on {host}', { database, host }),
  inputs: loaderInputs,
  outputs: loaderOutputs,
});

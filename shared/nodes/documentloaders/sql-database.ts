import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { booleanParam, choiceParam, jsonObjectParam, optionalNumberParam, secretParam, textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

export const sqlDatabase = defineNode({
  kind: 'documentloader',
  name: 'sqlDatabase',
  version: 1,
  label: 'SQL Database',
  description: 'Reads the rows of a query, one document a row, from a SQLite file, PostgreSQL, MySQL or MariaDB.',
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
  credential: { kind: 'databaseApi', label: 'Database account' },
  connects: true,
  params: z.object({
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
      title: 'SQLite file',
      help: 'Its full path on the machine that Tributary runs on. It is opened for reading only.',
      placeholder: '~/data/shop.db',
    }),
    host: textParam({
      title: 'Host',
      help: 'Of PostgreSQL or MySQL.',
      default: 'localhost',
      placeholder: 'db.example.com',
    }),
    port: optionalNumberParam({
      title: 'Port',
      help: 'Empty: 5432 for PostgreSQL, 3306 for MySQL.',
      min: 1,
      max: 65_535,
    }),
    database: textParam({ title: 'Database name', placeholder: 'shop' }),
    ssl: booleanParam({ title: 'SSL', help: 'Encrypts the connection and checks the certificate.', default: false }),
    user: secretParam({ title: 'User' }),
    password: secretParam({ title: 'Password' }),
    query: textParam({
      title: 'Query',
      help: 'One SELECT. It runs in a connection that can only read.',
      required: true,
      multiline: true,
      placeholder: 'SELECT id, title, body, author FROM articles',
    }),
    contentColumns: textParam({
      title: 'Text columns',
      help: 'Columns that make the text, parted by commas. One gives its text alone, several give "name: value" lines. Empty: all columns.',
      placeholder: 'title, body',
    }),
    metadataColumns: textParam({
      title: 'Metadata columns',
      help: 'Columns to record with each document, parted by commas.',
      placeholder: 'author, updated_at',
    }),
    idColumn: textParam({
      title: 'Id column',
      help: 'Names the row, so that a row that changes takes the place of its old self. Empty: all rows together are one source.',
      placeholder: 'id',
    }),
    sourceName: textParam({
      title: 'Name of the rows',
      help: 'What the source begins with, as in articles/42. Empty: the name of the database.',
      placeholder: 'articles',
      advanced: true,
    }),
    additionalConfig: jsonObjectParam({
      title: 'Additional configuration',
      help: 'Time limits in ms and SSL, for example {"connectTimeout": 10000, "statementTimeout": 60000, "ssl": {"ca": "-----BEGIN CERTIFICATE-----…"}}.',
      advanced: true,
    }),
    ...loaderParams,
  }),
  summary: ({ databaseType, filePath, host, database }) =>
    databaseType === 'sqlite'
      ? (filePath.split(/[/\\]/).findLast((part) => part !== '') ?? 'No file yet')
      : `${database === '' ? 'No database yet' : database} on ${host}`,
  inputs: loaderInputs,
  outputs: loaderOutputs,
});

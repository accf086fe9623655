// A program that runs an endless query on a SQLite file, for tests that kill it. Prints a line once the query runs.
import { sqliteRows } from '../../../electron/server/sources/sql/sqlite-rows.ts';

const [file = ''] = process.argv.slice(2);
const query = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i = 1 OR i < 0';
const rows = sqliteRows({ file, query, limitMs: 600_000 }, new AbortController().signal);
process.stdout.write('running\n');
for await (const _ of rows);

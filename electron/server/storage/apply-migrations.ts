import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';
import { OperationalError } from '../../../shared/errors/errors.ts';
import type { Migration } from './migrations/migration.ts';

interface AppliedRow {
  number: number;
  name: string;
  checksum: string;
}

/** Code is known by its name: the text of a function differs between the sources and the build. */
function checksumOf(migration: Migration): string {
  const text = 'sql' in migration ? migration.sql : `code: ${migration.name}`;
  return createHash('sha256').update(text).digest('hex');
}

function checkApplied(row: AppliedRow, migrations: readonly Migration[]): void {
  const known = migrations[row.number - 1];
  if (known === undefined) {
    throw new OperationalError(
      'DATABASE_NEWER',
      `This data folder was written by a newer version of Tributary (database version ${row.number}, this one knows ${migrations.length}): update Tributary, or choose another folder with --data-dir.`,
    );
  }
  if (checksumOf(known) !== row.checksum) {
    throw new OperationalError(
      'DATABASE_NEWER',
      `Migration ${row.number} (${row.name}) of the database is not the one that this version of Tributary knows: use the version that wrote it, or choose another folder with --data-dir.`,
    );
  }
}

function apply(db: BetterSqlite3.Database, migration: Migration): void {
  if ('sql' in migration) db.exec(migration.sql);
  else migration.run(db);
}

/** Applies what is missing, each in a transaction of its own. Never goes back: an older app refuses a newer database. */
export function applyMigrations(db: BetterSqlite3.Database, migrations: readonly Migration[], now: () => Date): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_date TEXT NOT NULL) STRICT',
  );
  const applied = db.prepare<[], AppliedRow>('SELECT number, name, checksum FROM migration ORDER BY number').all();
  for (const row of applied) checkApplied(row, migrations);
  const remember = db.prepare('INSERT INTO migration (number, name, checksum, applied_date) VALUES (?, ?, ?, ?)');
  for (const [index, migration] of migrations.entries()) {
    if (index < applied.length) continue;
    db.transaction(() => {
      apply(db, migration);
      remember.run(index + 1, migration.name, checksumOf(migration), now().toISOString());
    })();
  }
}

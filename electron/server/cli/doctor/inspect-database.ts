import type { Database } from '../../storage/database.ts';
import { migrations } from '../../storage/migrations/index.ts';
import type { DatabaseFacts } from './report.ts';

/** The counted tables, by their names in the report. A table that an older database does not have yet is left out. */
const COUNTED = {
  flows: 'chatflow',
  'document stores': 'document_store',
  runs: 'run',
  collections: 'collection',
  chunks: 'chunk',
  vectors: 'embedding',
  records: 'record',
  'unused vectors': 'embedding_unused',
  'changes in the log': 'vector_log',
} as const;

/** The most reported findings of one check; more of the same kind add no information. */
const MOST_FINDINGS = 5;

/** Consistency rules between tables, as queries for violations. @param needs a table that older databases do not have */
const CONTRADICTIONS: readonly { readonly problem: string; readonly sql: string; readonly needs?: string }[] = [
  {
    problem: 'collections count their chunks wrongly',
    sql: `SELECT count(*) FROM collection c
          WHERE c.chunk_count <> (SELECT count(*) FROM chunk WHERE chunk.collection_id = c.id)`,
  },
  {
    problem: 'chunks have no vector',
    sql: 'SELECT count(*) FROM chunk WHERE NOT EXISTS (SELECT 1 FROM embedding WHERE embedding.id = chunk.embedding_id)',
  },
  {
    problem: 'chunks have no text',
    needs: 'chunk_text',
    sql: `SELECT count(*) FROM (SELECT text_id FROM chunk WHERE text_id IS NOT NULL UNION ALL SELECT text_id FROM document_store_chunk)
          WHERE NOT EXISTS (SELECT 1 FROM chunk_text WHERE chunk_text.id = text_id)`,
  },
  {
    problem: 'texts have no chunk',
    needs: 'chunk_text',
    sql: `SELECT count(*) FROM chunk_text WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.text_id = chunk_text.id)
          AND NOT EXISTS (SELECT 1 FROM document_store_chunk WHERE document_store_chunk.text_id = chunk_text.id)`,
  },
  {
    problem: 'records have no chunk',
    sql: 'SELECT count(*) FROM record WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.uuid = record.chunk_uuid)',
  },
];

function tablesOf(db: Database): ReadonlySet<string> {
  return new Set(db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all());
}

function countRows(db: Database): Record<string, number> {
  const tables = tablesOf(db);
  const counts: Record<string, number> = {};
  for (const [what, table] of Object.entries(COUNTED)) {
    if (!tables.has(table)) continue;
    counts[what] = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  }
  return counts;
}

function countPages(db: Database): Pick<DatabaseFacts, 'usedBytes' | 'unusedBytes'> {
  const read = (name: string) => Number(db.pragma(name, { simple: true }));
  const [size, pages, unused] = [read('page_size'), read('page_count'), read('freelist_count')];
  return { usedBytes: (pages - unused) * size, unusedBytes: unused * size };
}

function checkPages(db: Database, isThorough: boolean, problems: string[]): boolean {
  const found = db
    .prepare<[], string>(`PRAGMA ${isThorough ? 'integrity_check' : 'quick_check'}(${MOST_FINDINGS})`)
    .pluck()
    .all();
  if (found.length === 1 && found[0] === 'ok') return true;
  problems.push(
    `The database is damaged (${found.join('; ')}): stop the server and restore a backup with tributary doctor --restore-backup newest.`,
  );
  return false;
}

function checkContradictions(db: Database, problems: string[]): void {
  const tables = tablesOf(db);
  for (const { problem, sql, needs } of CONTRADICTIONS) {
    if (needs !== undefined && !tables.has(needs)) continue;
    const count = db.prepare<[], number>(sql).pluck().get() ?? 0;
    if (count > 0) problems.push(`${count} ${problem}: run the upserts of the flows again, or go back to a backup.`);
  }
}

function versionOf(db: Database, problems: string[]): number {
  const version = tablesOf(db).has('migration')
    ? (db.prepare<[], number | null>('SELECT max(number) FROM migration').pluck().get() ?? 0)
    : 0;
  if (version > migrations.length) {
    problems.push(
      `The data folder was written by a newer version of Tributary (database version ${version}, this one knows ${migrations.length}): update Tributary, or choose another folder with --data-dir.`,
    );
  }
  return version;
}

/** Checks a database that is open for reading. `isThorough` also reads indexes and looks for contradictions between tables. */
export function inspectDatabase(db: Database, isThorough: boolean, problems: string[]): DatabaseFacts {
  const isSound = checkPages(db, isThorough, problems);
  const version = isSound ? versionOf(db, problems) : 0;
  if (isSound && isThorough && version > 0) checkContradictions(db, problems);
  return {
    version,
    newestVersion: migrations.length,
    isSound,
    counts: isSound ? countRows(db) : {},
    ...countPages(db),
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Line, median, residentMb } from './measure.ts';

export const MINUTE_MS = 60_000;
/** The server's caches are full and its workers started: what is more afterwards grows. */
const REFERENCE_MINUTE = 3;
const MOST_GROWTH = 1.3;
const MOST_DESCRIPTORS = 10;
export const MOST_PAGES = 1.2;
export interface Sample {
  readonly atMs: number;
  readonly memoryMb: number;
  readonly descriptors: number;
}

function children(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

export function sample(pid: number, startMs: number): Sample {
  const memoryMb = [pid, ...children(pid)].reduce((sum, one) => sum + residentMb(one), 0);
  return { atMs: performance.now() - startMs, memoryMb, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Rows, and pages in use but for those of the run history. */
export function measure(dataDir: string): Readonly<Record<string, number>> {
  const db = new BetterSqlite3(join(dataDir, 'tributary.db'), { readonly: true });
  try {
    const one = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
    const tables = [
      'chunk',
      'embedding',
      'vector_log',
      'record',
      'record_source',
      'document_store_chunk',
      'chunk_text',
    ];
    const rows = Object.fromEntries(tables.map((table) => [table, one(`SELECT count(*) FROM ${table}`)]));
    const ofRuns = `SELECT name FROM sqlite_schema WHERE tbl_name IN ('run', 'upsert_history', 'run_request')`;
    return { ...rows, pages: one(`SELECT count(*) FROM dbstat WHERE name NOT IN (${ofRuns})`) };
  } finally {
    db.close();
  }
}

/** What has more rows or pages than it may. */
export function overWanted(
  found: Readonly<Record<string, number>>,
  wanted: Readonly<Record<string, number>>,
): string[] {
  return Object.keys(found).filter((what) => (found[what] ?? 0) > (wanted[what] ?? 0) * MOST_PAGES);
}

/** Memory and descriptors at the end, against those of the third minute (of an earlier one when the soak is shorter). */
export function memoryLines(samples: readonly Sample[]): Line[] {
  const lastMs = samples.at(-1)?.atMs ?? 0;
  const minute = Math.min(REFERENCE_MINUTE, Math.max(1, Math.floor(lastMs / MINUTE_MS)));
  const reference = samples.filter(({ atMs }) => atMs >= (minute - 1) * MINUTE_MS && atMs < minute * MINUTE_MS);
  const last = samples.filter(({ atMs }) => atMs >= lastMs - MINUTE_MS);
  const of = (some: readonly Sample[], key: 'memoryMb' | 'descriptors') => median(some.map((one) => one[key]));
  return [
    {
      what: `memory at the end, minute ${minute} had ${Math.round(of(reference, 'memoryMb'))} MB`,
      value: of(last, 'memoryMb'),
      unit: 'MB',
      bound: of(reference, 'memoryMb') * MOST_GROWTH,
      ratio: undefined,
    },
    {
      what: `descriptors at the end, minute ${minute} had ${of(reference, 'descriptors')}`,
      value: of(last, 'descriptors'),
      unit: '',
      bound: of(reference, 'descriptors') + MOST_DESCRIPTORS,
      ratio: undefined,
    },
  ];
}

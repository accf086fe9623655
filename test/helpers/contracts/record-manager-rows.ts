import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  ChunkRecord,
  CleanupMode,
  RecordManager,
  StaleRecord,
} from '../../../electron/server/core/record-manager.ts';

/** Shared by the parts of the record manager contract. */
let runs = 0;

/** Begins a run with an unused number. */
export function startRun(records: RecordManager): Promise<number> {
  runs += 1;
  return records.startRun(runs, new AbortController().signal);
}

export interface RecordContext {
  /** A handle that is closed at the end; of a new namespace unless named. */
  open(cleanup?: CleanupMode, namespace?: string): Promise<RecordManager>;
}

export const LONG_MS = 120_000;
/** An unused run number: records that no run stored are stale for it. */
export const NO_RUN = -1;
export const never = new AbortController().signal;

export function makeRecord(source: string, chunkNo = 1): ChunkRecord {
  return { contentKey: randomBytes(16), metadataHash: randomBytes(16), source, chunkNo, chunkId: randomBytes(16) };
}

export function makeRecords(source: string, count: number): ChunkRecord[] {
  return Array.from({ length: count }, (_, index) => makeRecord(source, index + 1));
}

export async function putAll(records: RecordManager, rows: readonly ChunkRecord[], runSeq: number): Promise<void> {
  await records.seeSources([...new Set(rows.map(({ source }) => source))], runSeq, never);
  expect(await records.put(rows, runSeq, never)).toEqual(rows.map((_row, index) => index));
}

export async function idsOf(records: RecordManager, rows: readonly ChunkRecord[]): Promise<number[]> {
  const known = await records.exists(
    rows.map(({ contentKey }) => contentKey),
    never,
  );
  return known.map((record) => {
    if (record === undefined) throw new Error('A record that must be there is not.');
    return record.recordId;
  });
}

export const newName = () => `n_${randomUUID().slice(0, 8)}`;
export const hex = (ids: Iterable<Buffer>): string[] => Array.from(ids, (id) => id.toString('hex')).sort();
export const chunkIds = (rows: readonly { readonly chunkId: Buffer }[]): string[] =>
  hex(rows.map(({ chunkId }) => chunkId));

/** The stale records, listed without removing them. */
export async function listed(
  records: RecordManager,
  scope: 'incremental' | 'full',
  runSeq: number,
  except?: ReadonlySet<string>,
): Promise<string[]> {
  const all: StaleRecord[] = [];
  for await (const page of records.listStale(scope, runSeq, never, except)) all.push(...page);
  return chunkIds(all);
}

import { createHash } from 'node:crypto';
import type {
  ChunkRecord,
  CleanupMode,
  KnownRecord,
  RecordManager,
  ReplacedRecord,
  StaleRecord,
} from '../core/record-manager.ts';

export interface FoundRecord extends KnownRecord {
  readonly contentKey: Buffer;
}

export interface ListedRecord extends StaleRecord {
  readonly sourceId: number;
}

export interface SourceName {
  /** Of the whole name: names themselves can be longer than what an index takes. */
  readonly key: Buffer;
  readonly name: string;
}

export interface FoundSource {
  readonly id: number;
  readonly key: Buffer;
}

export interface NewRecord extends ChunkRecord {
  readonly sourceId: number;
}

/**
 * The statements of a database that keeps records: each gets at most {@link ROWS} rows. What reads throws an error of `isMissing` when there are no tables.
 * Runs that write the same rows in other orders wait for each other, and never in a circle.
 * A run's number is greater than 0; records are marked with the greater of their number and the run's, so that a run never undoes a later one's mark.
 */
export interface RecordSql {
  /** @throws UserError INVALID_PARAM when there is a table of that name which is not one of ours */
  checkTable(signal: AbortSignal): Promise<void>;
  /** Makes the tables that are missing. @throws as `checkTable` */
  createTables(signal: AbortSignal): Promise<void>;
  isMissing(error: unknown): boolean;
  addNamespace(name: string, signal: AbortSignal): Promise<number>;
  findNamespace(name: string, signal: AbortSignal): Promise<number | undefined>;
  addRun(namespaceId: number, signal: AbortSignal): Promise<number>;
  find(namespaceId: number, keys: readonly Buffer[], signal: AbortSignal): Promise<readonly FoundRecord[]>;
  seeSources(namespaceId: number, sources: readonly SourceName[], run: number, signal: AbortSignal): Promise<void>;
  findSources(namespaceId: number, keys: readonly Buffer[], signal: AbortSignal): Promise<readonly FoundSource[]>;
  /** Records with different keys. @returns keys of those that were not there; the others are marked only */
  insert(
    namespaceId: number,
    records: readonly NewRecord[],
    run: number,
    signal: AbortSignal,
  ): Promise<readonly Buffer[]>;
  touch(namespaceId: number, ids: readonly number[], run: number, signal: AbortSignal): Promise<void>;
  replace(namespaceId: number, records: readonly ReplacedRecord[], run: number, signal: AbortSignal): Promise<void>;
  /** At most {@link SOURCES} with keys behind `after`, in the order of their keys. @param seenBy only those that this run saw */
  listSources(
    page: { readonly namespaceId: number; readonly after: Buffer; readonly seenBy: number | undefined },
    signal: AbortSignal,
  ): Promise<readonly FoundSource[]>;
  /**
   * At most {@link ROWS} records of these sources (in the order of their ids), each source's in the order of their ids; of the first source only ids behind
   * `after`.
   * @param before marked by an earlier run; undefined: all
   */
  listRecords(
    page: { readonly sourceIds: readonly number[]; readonly after: number; readonly before: number | undefined },
    signal: AbortSignal,
  ): Promise<readonly ListedRecord[]>;
  remove(namespaceId: number, ids: readonly number[], signal: AbortSignal): Promise<void>;
  count(namespaceId: number, signal: AbortSignal): Promise<number>;
  /** @returns which server answers: "PostgreSQL 16.3 answers at db:5432" */
  describe(signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export interface RecordOptions {
  readonly namespace: string;
  readonly cleanup: CleanupMode;
  readonly sourceIdKey: string;
  /** For people. */
  readonly table: string;
}

/** Rows of one statement, and of a page: some hundred kB. */
export const ROWS = 1000;
/** Sources whose stale records are looked for by one statement. */
export const SOURCES = 500;
const KEY_BYTES = 16;

function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += ROWS) yield items.slice(start, start + ROWS);
}

function keyOfSource(source: string): Buffer {
  return createHash('sha256').update(source).digest().subarray(0, KEY_BYTES);
}

const textOf = (key: Buffer): string => key.toString('latin1');

/** The first of each key: what a batch repeats is not added. */
function firstOfEachKey(records: readonly ChunkRecord[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [index, { contentKey }] of records.entries()) {
    const key = textOf(contentKey);
    if (!first.has(key)) first.set(key, index);
  }
  return first;
}

interface Namespace {
  /** The namespace's number; undefined as long as it is not there. */
  find(signal: AbortSignal): Promise<number | undefined>;
  /** Makes tables and namespace if they are not there. */
  make(signal: AbortSignal): Promise<number>;
}

function createNamespace(sql: RecordSql, name: string): Namespace {
  let id: number | undefined;
  return {
    async find(signal) {
      signal.throwIfAborted();
      try {
        id ??= await sql.findNamespace(name, signal);
      } catch (error) {
        if (!sql.isMissing(error)) throw error;
      }
      return id;
    },
    async make(signal) {
      signal.throwIfAborted();
      if (id === undefined) {
        await sql.createTables(signal);
        id = await sql.addNamespace(name, signal);
      }
      return id;
    },
  };
}

/** @returns what is known of each key, in the order asked */
async function find(
  sql: RecordSql,
  namespaceId: number,
  keys: readonly Buffer[],
  signal: AbortSignal,
): Promise<readonly (KnownRecord | undefined)[]> {
  const found = new Map<string, KnownRecord>();
  for (const batch of inBatches(keys)) {
    for (const record of await sql.find(namespaceId, batch, signal)) found.set(textOf(record.contentKey), record);
  }
  return keys.map((key) => found.get(textOf(key)));
}

async function put(
  sql: RecordSql,
  namespaceId: number,
  { records, run }: { readonly records: readonly ChunkRecord[]; readonly run: number },
  signal: AbortSignal,
): Promise<readonly number[]> {
  const added: number[] = [];
  const first = firstOfEachKey(records);
  for (const batch of inBatches([...first.values()].flatMap((index) => records[index] ?? []))) {
    const sourceKeys = new Map(batch.map(({ source }) => [source, keyOfSource(source)]));
    const sources = await sql.findSources(namespaceId, [...sourceKeys.values()], signal);
    const ids = new Map(sources.map(({ id, key }) => [textOf(key), id]));
    const rows = batch.map((record) => {
      const sourceId = ids.get(textOf(sourceKeys.get(record.source) ?? Buffer.alloc(0)));
      if (sourceId === undefined) throw new Error('A record of a source that was not announced with seeSources.');
      return { ...record, sourceId };
    });
    const keys = await sql.insert(namespaceId, rows, run, signal);
    for (const key of keys) added.push(first.get(textOf(key)) ?? -1);
  }
  return added.sort((a, b) => a - b);
}

interface StaleRequest {
  readonly scope: 'incremental' | 'full';
  readonly run: number;
  /** Keys of sources to leave alone, as text. */
  readonly except: ReadonlySet<string>;
}

async function* listStale(
  sql: RecordSql,
  namespaceId: number,
  { scope, run, except }: StaleRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly StaleRecord[]> {
  const seenBy = scope === 'incremental' ? run : undefined;
  // A record that a later run has marked is that run's: this one leaves it. A number that no run has comes after none.
  const before = run > 0 ? run : undefined;
  let sources = await sql.listSources({ namespaceId, after: Buffer.alloc(0), seenBy }, signal);
  for (let last = sources.at(-1); last !== undefined; last = sources.at(-1)) {
    const sourceIds = sources
      .filter(({ key }) => !except.has(textOf(key)))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
    let page = sourceIds.length === 0 ? [] : await sql.listRecords({ sourceIds, after: 0, before }, signal);
    for (let end = page.at(-1); end !== undefined; end = page.at(-1)) {
      yield page;
      if (page.length < ROWS) break;
      const rest = sourceIds.slice(sourceIds.indexOf(end.sourceId));
      page = await sql.listRecords({ sourceIds: rest, after: end.recordId, before }, signal);
    }
    sources = await sql.listSources({ namespaceId, after: last.key, seenBy }, signal);
  }
}

/** A record manager on tables of a database that other machines may use as well. Opening connects to nothing. */
export function openRemoteRecords(sql: RecordSql, options: RecordOptions): RecordManager {
  const { namespace: name, cleanup, sourceIdKey, table } = options;
  const namespace = createNamespace(sql, name);
  const count = async (signal: AbortSignal): Promise<number> => {
    const id = await namespace.find(signal);
    return id === undefined ? 0 : await sql.count(id, signal);
  };
  // Where there is no namespace there are no records to change.
  const change = async <T>(
    items: readonly T[],
    signal: AbortSignal,
    send: (namespaceId: number, batch: readonly T[]) => Promise<void>,
  ): Promise<void> => {
    const id = await namespace.find(signal);
    if (id === undefined) return;
    for (const batch of inBatches(items)) await send(id, batch);
  };
  return {
    namespace: name,
    cleanup,
    sourceIdKey,
    startRun: async (_runSeq, signal) => sql.addRun(await namespace.make(signal), signal),
    async exists(contentKeys, signal) {
      const id = await namespace.find(signal);
      return id === undefined ? contentKeys.map(() => undefined) : await find(sql, id, contentKeys, signal);
    },
    async seeSources(sources, runSeq, signal) {
      const id = await namespace.make(signal);
      const named = [...new Set(sources)].map((source) => ({ key: keyOfSource(source), name: source }));
      for (const batch of inBatches(named)) await sql.seeSources(id, batch, runSeq, signal);
    },
    async put(records, runSeq, signal) {
      return put(sql, await namespace.make(signal), { records, run: runSeq }, signal);
    },
    touch: (recordIds, runSeq, signal) =>
      change(recordIds, signal, (id, batch) => sql.touch(id, batch, runSeq, signal)),
    replace: (records, runSeq, signal) =>
      change(records, signal, (id, batch) => sql.replace(id, batch, runSeq, signal)),
    async *listStale(scope, runSeq, signal, sources = new Set()) {
      const id = await namespace.find(signal);
      const except = new Set([...sources].map((source) => textOf(keyOfSource(source))));
      if (id !== undefined) yield* listStale(sql, id, { scope, run: runSeq, except }, signal);
    },
    remove: (recordIds, signal) => change(recordIds, signal, (id, batch) => sql.remove(id, batch, signal)),
    count,
    async check(signal) {
      const answers = await sql.describe(signal);
      await sql.checkTable(signal);
      if ((await namespace.find(signal)) === undefined) {
        return `${answers}. The first run will keep its records in the table ${table}.`;
      }
      const total = await count(signal);
      return `${answers}. The table ${table} holds ${total} ${total === 1 ? 'record' : 'records'} of this flow.`;
    },
    close: () => sql.close(),
  };
}

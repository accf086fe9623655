import {
  noRunFiles,
  type RunFile,
  type RunFileCounts,
  type RunFileListQuery,
  type RunFileState,
} from '../../../shared/api/run-files.ts';

/** A file of a run while the run goes on. */
export type FileRow = { -readonly [Key in keyof RunFile]: RunFile[Key] };

/** Files that have changed since they were taken. */
export interface ChangedFiles {
  readonly size: number;
  /** At most `limit` of them, as they are now. */
  take(limit: number): RunFile[];
  clear(): void;
}

type RowError = NonNullable<RunFile['error']>;

const isFinal = (state: RunFileState): boolean => state !== 'waiting' && state !== 'reading' && state !== 'embedding';

/** The rows of a run's files with their counts and times. */
export class RunFileTable {
  readonly #clock: () => number;
  readonly #rows: FileRow[] = [];
  readonly #followers: Set<FileRow>[] = [];
  readonly #startOf = new Map<FileRow, number>();
  readonly #counts: { -readonly [Key in keyof RunFileCounts]: number } = noRunFiles();
  #readBytes = 0;
  #totalBytes = 0;

  /** @param clock milliseconds that only grow */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#rows.length;
  }

  get counts(): RunFileCounts {
    return { ...this.#counts };
  }

  /** Bytes of files whose size is known. */
  get bytes(): { readonly readBytes: number; readonly totalBytes: number } {
    return { readBytes: this.#readBytes, totalBytes: this.#totalBytes };
  }

  add(nodeId: string, name: string, sizeBytes?: number): FileRow {
    const size = sizeBytes === undefined ? {} : { sizeBytes };
    const none = { chunks: 0, added: 0, updated: 0, skipped: 0 };
    const row: FileRow = { id: this.#rows.length + 1, nodeId, name, state: 'waiting', ...size, ...none };
    this.#rows.push(row);
    this.#totalBytes += sizeBytes ?? 0;
    this.#counts.total += 1;
    this.#counts.waiting += 1;
    this.touch(row);
    return row;
  }

  /** Something of it has changed. */
  touch(row: FileRow): void {
    for (const changed of this.#followers) changed.add(row);
  }

  begin(row: FileRow): void {
    if (isFinal(row.state)) return;
    if (!this.#startOf.has(row)) this.#startOf.set(row, this.#clock());
    if (row.state === 'waiting') this.#change(row, 'reading');
  }

  /** @param readBytes to its end without it */
  readTo(row: FileRow, readBytes = row.sizeBytes): void {
    if (readBytes === undefined || row.sizeBytes === undefined) return;
    this.#readBytes += readBytes - (row.readBytes ?? 0);
    row.readBytes = readBytes;
    this.touch(row);
  }

  /** It has been read to its end; its last chunks may be on their way. */
  closeFile(row: FileRow): void {
    this.#stopClock(row);
    this.readTo(row);
  }

  #stopClock(row: FileRow): void {
    const start = this.#startOf.get(row);
    if (start !== undefined) row.elapsedMs ??= Math.round(this.#clock() - start);
  }

  /** All of its chunks are known. */
  isRead(row: FileRow): void {
    if (isFinal(row.state)) return;
    this.begin(row);
    this.#stopClock(row);
    this.#change(row, 'embedding');
    this.settle(row);
  }

  /** Ends it if all of its chunks are known and stored. */
  settle(row: FileRow): void {
    const { state, added, updated, skipped, chunks } = row;
    if (state === 'embedding' && added + updated + skipped >= chunks) this.#store(row);
  }

  #store(row: FileRow): void {
    this.finish(row, row.skipped > 0 && row.added + row.updated === 0 ? 'unchanged' : 'stored');
  }

  /** It is read but for a part. */
  lack(row: FileRow, { code, message }: RowError): void {
    row.error ??= { code, message };
    this.touch(row);
  }

  fail(row: FileRow, { code, message }: RowError): void {
    if (row.state === 'failed') return;
    row.error = { code, message };
    this.readTo(row);
    this.finish(row, 'failed');
  }

  finish(row: FileRow, state: RunFileState): void {
    this.#stopClock(row);
    this.#startOf.delete(row);
    this.#change(row, state);
  }

  /** The run is over. @param isFinished whether all that was read is stored */
  end(isFinished: boolean): void {
    for (const row of this.#rows) {
      if (isFinal(row.state)) continue;
      if (isFinished) this.#store(row);
      else this.finish(row, 'cancelled');
    }
  }

  list({ state, search, after, limit }: RunFileListQuery): RunFile[] {
    const wanted = search?.toLowerCase();
    const found: RunFile[] = [];
    for (let index = after; index < this.#rows.length && found.length < limit; index += 1) {
      const row = this.#rows[index];
      if (row === undefined || (state !== undefined && row.state !== state)) continue;
      if (wanted === undefined || row.name.toLowerCase().includes(wanted)) found.push(this.#show(row));
    }
    return found;
  }

  /** A set of changes of the caller's own, which begins with all files. */
  follow(): ChangedFiles {
    const changed = new Set(this.#rows);
    this.#followers.push(changed);
    return {
      get size() {
        return changed.size;
      },
      take: (limit) => {
        const taken: FileRow[] = [];
        for (const row of changed) {
          if (taken.length === limit) break;
          taken.push(row);
          changed.delete(row);
        }
        return taken.map((row) => this.#show(row));
      },
      clear: () => changed.clear(),
    };
  }

  #change(row: FileRow, state: RunFileState): void {
    this.#counts[row.state] -= 1;
    this.#counts[state] += 1;
    row.state = state;
    this.touch(row);
  }

  #show(row: FileRow): RunFile {
    const { readBytes, ...ended } = row;
    if (isFinal(row.state)) return ended;
    const start = this.#startOf.get(row);
    return {
      ...ended,
      ...(readBytes === undefined ? {} : { readBytes }),
      ...(start === undefined || row.elapsedMs !== undefined ? {} : { elapsedMs: Math.round(this.#clock() - start) }),
    };
  }
}

import type { RunFile, RunFileListQuery, RunProgress } from '../../../shared/api/run-files.ts';
import type { UpsertCounts } from '../../../shared/api/upsert-counts.ts';
import type { BatchPart, ChunkBatch } from '../core/chunk.ts';
import type { FileReading, JobFile } from '../core/load-job.ts';
import { type ChangedFiles, type FileRow, RunFileTable } from './run-file-table.ts';

/** Sources that loaders find are listed up to so many, and counted behind that: a table may have a million rows. */
const MOST_FOUND = 20_000;

/** What became of the chunks of a batch, by their positions in it; the others were skipped. */
export interface BatchClasses {
  readonly added: ReadonlySet<number>;
  readonly updated: ReadonlySet<number>;
}

/** One loader's files. */
interface LoaderFiles {
  readonly id: string;
  /** Its own files, in the order of its job; of a loader that finds its sources none. */
  readonly given: FileRow[];
  readonly byName: Map<string, FileRow>;
  /** What its last chunks were of. */
  current: BatchPart | undefined;
  /** Place of the file that is read now, among `given`. */
  reading: number;
  isRead: boolean;
}

/** The files of a run, and what has become of each so far. */
export interface RunFiles {
  /** Names the files that a loader is to read. */
  expect(loaderId: string, files: readonly JobFile[]): void;
  /** A loader is in one of its files. */
  reading(loaderId: string, reading: FileReading): void;
  /** Chunks have been read. Those of a loader that has been read to its end already come from the store, and are not counted again. */
  loaded(loaderId: string, batch: ChunkBatch): void;
  /** A loader has come to its end. @param isStored whether its chunks need not go anywhere else */
  readToEnd(loaderId: string, isStored?: boolean): void;
  /** Chunks are committed. */
  stored(loaderId: string, batch: ChunkBatch, classes: BatchClasses): void;
  /** What was done so far. */
  noteCounts(counts: UpsertCounts): void;
  /** The run is over. @param isFinished whether it came to its end; else what is not done will not be */
  ended(isFinished: boolean): void;
  list(query: RunFileListQuery): RunFile[];
  progress(): RunProgress;
  /** A set of changes of the caller's own, which begins with all files. */
  follow(): ChangedFiles;
}

/** The rate is that of the last so many milliseconds: a pause counts, and the start is forgotten soon. */
const WINDOW_MS = 15_000;
const SAMPLE_MS = 250;
/** Before that a rate says nothing. */
const SHORTEST_MS = 2000;

interface Left {
  readonly chunks: number;
  readonly chunksDone: number;
  readonly hasAllChunks: boolean;
  readonly readBytes: number;
  readonly totalBytes: number;
}

/** Chunks that there will be in all, as far as what was read lets one expect it. */
function expectedChunks({ chunks, hasAllChunks, readBytes, totalBytes }: Left): number | undefined {
  if (hasAllChunks) return chunks;
  return readBytes === 0 || totalBytes === 0 ? undefined : (chunks * totalBytes) / readBytes;
}

/** How fast chunks are stored. @param clock milliseconds that only grow */
function createRate(clock: () => number) {
  let samples: { readonly atMs: number; readonly done: number }[] = [{ atMs: clock(), done: 0 }];
  return {
    note(done: number): void {
      const atMs = clock();
      const last = samples.at(-1);
      if (last !== undefined && atMs - last.atMs < SAMPLE_MS) return;
      samples = [...samples.filter((sample) => atMs - sample.atMs < WINDOW_MS), { atMs, done }];
    },
    /** Chunks a second, and the time left at that rate; nothing while it is too early. */
    of(left: Left): Pick<RunProgress, 'chunksPerSecond' | 'leftMs'> {
      const first = samples[0];
      if (first === undefined) return {};
      const passedMs = clock() - first.atMs;
      const done = left.chunksDone - first.done;
      if (passedMs < SHORTEST_MS || done <= 0) return {};
      const chunksPerSecond = Math.round((done / passedMs) * 10_000) / 10;
      const expected = expectedChunks(left);
      if (expected === undefined || chunksPerSecond === 0) return { chunksPerSecond };
      return {
        chunksPerSecond,
        leftMs: Math.max(0, Math.round(((expected - left.chunksDone) / chunksPerSecond) * 1000)),
      };
    },
  };
}

/** Of a batch whose parts are not named: neighbours of one source. */
function partsOf({ parts, sources }: ChunkBatch): readonly BatchPart[] {
  if (parts !== undefined) return parts;
  const found: { name: string; chunks: number }[] = [];
  for (const name of sources) {
    const last = found.at(-1);
    if (last?.name === name) last.chunks += 1;
    else found.push({ name, chunks: 1 });
  }
  return found;
}

/** Lets the batches of a loader pass, and notes them. */
export async function* noteFiles(
  batches: AsyncIterable<ChunkBatch>,
  loaderId: string,
  files: RunFiles | undefined,
): AsyncGenerator<ChunkBatch> {
  for await (const batch of batches) {
    files?.loaded(loaderId, batch);
    yield batch;
  }
}

class Tracker implements RunFiles {
  readonly #clock: () => number;
  readonly #onChange: () => void;
  readonly #startedMs: number;
  readonly #table: RunFileTable;
  readonly #loaders = new Map<string, LoaderFiles>();
  readonly #rate: ReturnType<typeof createRate>;
  #unlisted = 0;
  #chunks = 0;
  #chunksDone = 0;
  #endedMs: number | undefined;
  #counts: UpsertCounts | undefined;

  constructor(clock: () => number, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#startedMs = clock();
    this.#table = new RunFileTable(clock);
    this.#rate = createRate(clock);
  }

  expect(loaderId: string, files: readonly JobFile[]): void {
    const loader = this.#loaderOf(loaderId);
    for (const { name, sizeBytes, problem } of files) {
      const row = this.#table.add(loaderId, name, sizeBytes);
      loader.given.push(row);
      loader.byName.set(name, row);
      if (problem !== undefined) this.#table.fail(row, problem);
    }
    this.#onChange();
  }

  reading(loaderId: string, { file, readBytes }: FileReading): void {
    const loader = this.#loaderOf(loaderId);
    for (; loader.reading < file; loader.reading += 1) {
      const before = loader.given[loader.reading];
      if (before !== undefined) this.#table.closeFile(before);
    }
    const row = loader.given[file];
    if (row === undefined || row.state === 'failed') return;
    this.#table.begin(row);
    this.#table.readTo(row, readBytes);
    this.#onChange();
  }

  loaded(loaderId: string, batch: ChunkBatch): void {
    const loader = this.#loaderOf(loaderId);
    for (const failure of batch.failures ?? []) {
      const { name, file, isReported } = failure;
      if (!isReported && file === undefined) continue;
      const row = this.#rowOf(loader, { name, chunks: 0, ...(file === undefined ? {} : { file }) });
      if (row === undefined) continue;
      if (failure.isPartial === true) this.#table.lack(row, failure);
      else this.#table.fail(row, failure);
    }
    if (!loader.isRead) for (const part of partsOf(batch)) this.#countLoaded(loader, part);
    this.#onChange();
  }

  readToEnd(loaderId: string, isStored = false): void {
    const loader = this.#loaderOf(loaderId);
    loader.isRead = true;
    for (const row of new Set([...loader.given, ...loader.byName.values()])) {
      if (row.state === 'failed') continue;
      this.#table.readTo(row);
      if (isStored) this.#table.finish(row, 'stored');
      else this.#table.isRead(row);
    }
    if (isStored) this.#chunksDone = this.#chunks;
    this.#onChange();
  }

  stored(loaderId: string, batch: ChunkBatch, { added, updated }: BatchClasses): void {
    const loader = this.#loaderOf(loaderId);
    let position = 0;
    for (const part of partsOf(batch)) {
      const row = this.#rowOf(loader, part);
      const end = position + part.chunks;
      for (; row !== undefined && position < end; position += 1) {
        if (added.has(position)) row.added += 1;
        else if (updated.has(position)) row.updated += 1;
        else row.skipped += 1;
      }
      position = end;
      if (row === undefined) continue;
      this.#table.touch(row);
      this.#table.settle(row);
    }
    this.#chunksDone += batch.contents.length;
    this.#rate.note(this.#chunksDone);
    this.#onChange();
  }

  noteCounts(counts: UpsertCounts): void {
    this.#counts = { ...counts };
  }

  ended(isFinished: boolean): void {
    this.#table.end(isFinished);
    this.#endedMs = this.#clock();
  }

  list(query: RunFileListQuery): RunFile[] {
    return this.#table.list(query);
  }

  progress(): RunProgress {
    const loaders = [...this.#loaders.values()];
    const isOver = this.#endedMs !== undefined;
    const hasAllChunks = loaders.every(({ isRead }) => isRead);
    const { bytes } = this.#table;
    const left = { hasAllChunks, chunks: this.#chunks, chunksDone: this.#chunksDone, ...bytes };
    return {
      files: this.#table.counts,
      hasAllFiles: loaders.every(({ isRead, given }) => isRead || given.length > 0),
      ...(this.#unlisted === 0 ? {} : { unlisted: this.#unlisted }),
      ...(bytes.totalBytes === 0 ? {} : bytes),
      chunks: this.#chunks,
      chunksDone: this.#chunksDone,
      hasAllChunks,
      ...(this.#counts === undefined ? {} : { counts: this.#counts }),
      elapsedMs: Math.round((this.#endedMs ?? this.#clock()) - this.#startedMs),
      ...(isOver ? {} : this.#rate.of(left)),
    };
  }

  follow(): ChangedFiles {
    return this.#table.follow();
  }

  #loaderOf(id: string): LoaderFiles {
    const known = this.#loaders.get(id);
    if (known !== undefined) return known;
    const loader = { id, given: [], byName: new Map(), current: undefined, reading: 0, isRead: false };
    this.#loaders.set(id, loader);
    return loader;
  }

  #rowOf(loader: LoaderFiles, { name, file }: BatchPart): FileRow | undefined {
    const known = file === undefined ? loader.byName.get(name) : loader.given[file];
    if (known !== undefined) return known;
    if (this.#table.size >= MOST_FOUND) return undefined;
    const row = this.#table.add(loader.id, name);
    loader.byName.set(name, row);
    return row;
  }

  #countLoaded(loader: LoaderFiles, part: BatchPart): void {
    this.#chunks += part.chunks;
    const row = this.#rowOf(loader, part);
    const isNext = loader.current?.name !== part.name;
    if (isNext) this.#passed(loader, part);
    if (isNext && row === undefined) this.#unlisted += 1;
    loader.current = part;
    if (row === undefined) return;
    row.chunks += part.chunks;
    this.#table.begin(row);
    this.#table.touch(row);
  }

  /** What comes before that of which chunks come now has given all of its own. */
  #passed({ given, byName, current }: LoaderFiles, next: BatchPart): void {
    const from = current?.file ?? 0;
    const own = given.slice(from, next.file ?? from);
    const found = current === undefined || current.file !== undefined ? undefined : byName.get(current.name);
    for (const row of found === undefined ? own : [found]) this.#table.isRead(row);
  }
}

/**
 * Begins with no file.
 * @param clock milliseconds that only grow
 * @param onChange called often: several times a batch
 */
export function createRunFiles(clock: () => number, onChange: () => void): RunFiles {
  return new Tracker(clock, onChange);
}

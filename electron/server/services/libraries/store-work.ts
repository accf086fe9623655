import { FAILED_FILES_LIMIT } from '../../../../shared/api/runs.ts';
import { fromErrorData, toErrorData } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { JobFile } from '../../core/load-job.ts';
import type { UnreadSources } from '../../pipeline/index/index-writer.ts';
import { openEdits } from '../../pipeline/index/passage-edits.ts';
import {
  assertSomeRead,
  createRunFailures,
  type ReportedFailures,
  type RunFailures,
} from '../../pipeline/load/run-failures.ts';
import { loaderPart } from '../../pipeline/load/source-part.ts';
import { noteFiles } from '../../pipeline/run-files.ts';
import type {
  ChunkPlace,
  ChunkRow,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredFile, StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { VectorParts } from '../../storage/repositories/vector-parts.ts';
import { BATCH_LIMIT, IDENTITY_BYTES, keysAt, loadIntoTable, type TableTotals } from './chunk-batches.ts';
import { removeLoaders } from './index-store.ts';
import { saveLoaderBefore } from './loaders-before.ts';
import { isSamePart, loaderWork, planRemoval } from './parts.ts';
import type { UpsertContext } from './prepared-upsert.ts';
import { findStore, placeOf, type StoreAccess, sweep, toStoreError } from './store-access.ts';
import type { LoadRequest } from './store-request.ts';

/** A load of one loader, and how many files it was to read. */
export interface FileLoad {
  readonly load: Pick<WatchedLoad, 'report' | 'files'>;
  readonly fileCount: number;
}

/**
 * What all loads of a run could not read.
 * @throws AppError when they had files, and could read none of them
 */
export function joinFailures(loads: readonly FileLoad[]): ReportedFailures {
  assertSomeRead(
    loads.flatMap(({ load }) => load.files()),
    loads.reduce((sum, { fileCount }) => sum + fileCount, 0),
  );
  const all = loads.map(({ load }) => load.report());
  const failed = all.flatMap(({ failedFiles = [] }) => failedFiles);
  const isTruncated = failed.length > FAILED_FILES_LIMIT || all.some((one) => one.failedFilesTruncated === true);
  return {
    ...(failed.length === 0 ? {} : { failedFiles: failed.slice(0, FAILED_FILES_LIMIT) }),
    ...(isTruncated ? { failedFilesTruncated: true } : {}),
  };
}

/** A load of a loader that may go on without some of its sources: their chunks of the load before stay. */
export interface WatchedLoad extends Pick<RunFailures, 'report' | 'files'> {
  /** Lets the batches of the load pass. */
  watch(batches: AsyncIterable<ChunkBatch>): AsyncGenerator<ChunkBatch>;
  /** After the load: sources that it could not read. */
  unreadSources(): UnreadSources;
  /** After the load: what an earlier one has left of sources that this one could not read, or not to their end. */
  unread(earlier: ChunkPlace): Generator<readonly ChunkRow[]>;
}

/** Which chunk it is, whatever its metadata. */
function identityOf(keys: Buffer): string {
  return keys.toString('base64', 0, IDENTITY_BYTES);
}

/** @param isPartial whether the load has only a part of what is stored: the chunks of sources that it does not see stay */
export function watchLoad(chunks: DocumentStoreChunkRepository, isPartial = false): WatchedLoad {
  const failures = createRunFailures();
  const seen = new Set<string>();
  /** Keys of chunks by source, of sources that were read in part. */
  const partly = new Map<string, ReadonlySet<string>>();
  /** The same of the last batch's sources; chunks of one source follow each other. */
  let latest = new Map<string, Set<string>>();

  function note(batch: ChunkBatch): void {
    for (const source of batch.seen ?? []) seen.add(source);
    latest = new Map([...latest].slice(-1));
    for (const [index, source] of batch.sources.entries()) {
      seen.add(source);
      const keys = latest.get(source) ?? new Set();
      latest.set(source, keys.add(identityOf(keysAt(batch, index))));
    }
    for (const source of (batch.failures ?? []).flatMap((failure) => failure.sources)) {
      const keys = latest.get(source);
      if (keys !== undefined) partly.set(source, keys);
    }
  }

  async function* noting(batches: AsyncIterable<ChunkBatch>): AsyncGenerator<ChunkBatch> {
    for await (const batch of batches) {
      note(batch);
      yield batch;
    }
  }

  return {
    report: failures.report,
    files: failures.files,
    watch: (batches) => failures.watch(noting(batches)),
    unreadSources: failures.unread,
    *unread(earlier) {
      const { sources, ...unread } = failures.unread();
      const isOpenEnded = isPartial || unread.isOpenEnded;
      if (sources.size === 0 && !isOpenEnded) return;
      const isUnread = ({ source, keys }: ChunkRow): boolean =>
        sources.has(source) ? partly.get(source)?.has(identityOf(keys)) !== true : isOpenEnded && !seen.has(source);
      let last = 0;
      for (;;) {
        const rows = chunks.after(earlier, last, BATCH_LIMIT);
        const end = rows.at(-1);
        if (end === undefined) return;
        last = end.chunk_no;
        yield rows.filter(isUnread);
      }
    },
  };
}

/** A loader whose chunks lie beside the old ones, not counting yet. */
export interface LoadedLoader extends FileLoad {
  readonly request: LoadRequest;
  readonly loader: StoredLoader;
  readonly place: ChunkPlace;
  /** Those that are stored for it from now on. */
  readonly files: readonly StoredFile[];
  readonly totals: TableTotals;
  /** Says which edits met no passage. */
  readonly settleEdits: () => void;
}

/** What has been begun, for undoing it. */
interface Begun {
  readonly loader: StoredLoader;
  readonly place: ChunkPlace;
  newFiles: readonly StoredFile[];
}

/** A run of a store, in its turn. */
export interface StoreRun {
  readonly storeId: string;
  readonly context: UpsertContext;
}

/** Loads, indexes, and either makes all of it count in one transaction or takes it back. */
export class StoreWork {
  readonly #deps: StoreAccess;
  readonly #run: StoreRun;
  readonly #begun: Begun[] = [];

  constructor(deps: StoreAccess, run: StoreRun) {
    this.#deps = deps;
    this.#run = run;
  }

  /** Says that the store is at work. */
  begin(activity: 'SYNCING' | 'UPSERTING'): void {
    const { stores } = this.#deps;
    stores.update({ ...findStore(this.#deps, this.#run.storeId), activity });
    this.#run.context.events.updateRun({ status: 'RUNNING' });
  }

  /** @param draft id and parts for a loader that there is not yet */
  async load(request: LoadRequest, draft: { readonly id: string; readonly parts: VectorParts }): Promise<LoadedLoader> {
    const { loaders, chunks, files, engine } = this.#deps;
    const { events, signal } = this.#run.context;
    const loader = request.existing ?? this.#insertDraft(request, draft);
    const place = { loaderSeq: loader.seq, generation: loader.generation + 1 };
    const begun: Begun = { loader, place, newFiles: [] };
    this.#begun.push(begun);
    chunks.toSweep(place);
    loaders.update({ ...loader, isSyncing: true });
    if (request.uploads !== undefined) begun.newFiles = await files.store(loader, request.uploads);
    const stored = request.uploads === undefined ? loader.files : begun.newFiles;
    const opened = files.open(loader, stored);
    const sources = opened.map((file, index): JobFile => ({ ...request.uploads?.[index], ...file }));
    events.updateNode(loader.id, { status: 'running' });
    const embedding = draft.parts.embedding ?? findStore(this.#deps, this.#run.storeId).embedding;
    const { skipFailedFiles, changes } = request;
    const work = loaderWork(request, loader.id, embedding, engine.values);
    const job = { ...work, files: sources, changes, skipFailedFiles };
    events.files.expect(loader.id, sources);
    const batches = loaderPart(job, engine.loadChunks).open('source', signal, {
      onReading: (reading) => events.files.reading(loader.id, reading),
      onStep: (message) => events.updateNode(loader.id, { message }),
    });
    const load = watchLoad(chunks, changes?.changed !== undefined);
    const edits = openEdits(engine.edits, loader.id);
    const totals = await loadIntoTable(load.watch(edits.watch(noteFiles(batches, loader.id, events.files))), {
      db: engine.db,
      chunks,
      place,
      signal,
      onCommit: engine.onCommit,
      onBatch: (batch) => events.updateNode(loader.id, batch.progress),
      unread: () => load.unread(placeOf(loader)),
    });
    events.files.readToEnd(loader.id, draft.parts.vectorStore === null);
    events.updateNode(loader.id, {
      status: 'done',
      unit: 'chunks',
      done: totals.totalChunks,
      total: totals.totalChunks,
    });
    const settleEdits = () => edits.settle(load.unreadSources());
    return { request, loader, place, files: stored, totals, load, settleEdits, fileCount: sources.length };
  }

  #insertDraft(
    request: LoadRequest,
    { id, parts }: { readonly id: string; readonly parts: VectorParts },
  ): StoredLoader {
    return this.#deps.loaders.insert({
      id,
      storeId: this.#run.storeId,
      loaderName: request.loaderName,
      loader: request.loader,
      splitter: request.splitter,
      files: [],
      contentState: 'NEW',
      indexState: 'NONE',
      isSyncing: true,
      draftParts: parts,
      generation: 0,
      totalChunks: 0,
      totalChars: 0,
      failedFiles: [],
    });
  }

  /**
   * Makes it count: one transaction. Then takes away what it replaces.
   * @param around does the commit together with what has to happen with it
   */
  async finish(
    loaded: readonly LoadedLoader[],
    indexed: readonly StoredLoader[],
    parts: (VectorParts & Partial<Pick<StoredStore, 'next'>>) | undefined,
    around: (commit: () => void) => void = (commit) => commit(),
  ): Promise<void> {
    const { engine, stores, loaders, chunks, files, log, now } = this.#deps;
    // What is only loaded, and what is embedded again, can't be undone.
    const isSavedBefore = parts !== undefined && parts.next === undefined;
    const commit = engine.db.transaction(() => {
      if (isSavedBefore) this.#saveBefore(loaded, indexed);
      for (const { request, loader, place, files: stored, totals, load, settleEdits } of loaded) {
        settleEdits();
        const { loaderName, splitter } = request;
        const done = {
          contentState: 'SYNC',
          indexState: parts === undefined ? 'NONE' : 'CURRENT',
          isSyncing: false,
          draftParts: null,
        } as const;
        loaders.update({
          ...loader,
          ...done,
          ...totals,
          loaderName,
          loader: request.loader,
          splitter,
          files: stored,
          failedFiles: load.report().failedFiles ?? [],
          generation: place.generation,
        });
        chunks.spare(place);
        if (!isSavedBefore) chunks.toSweep(placeOf(loader));
      }
      for (const loader of indexed) loaders.update({ ...loader, indexState: 'CURRENT' });
      const store = findStore(this.#deps, this.#run.storeId);
      stores.update({ ...store, ...parts, activity: null, lastError: null, updatedDate: now().toISOString() });
    });
    await engine.settle();
    around(commit.immediate);
    if (isSavedBefore) return;
    try {
      for (const { request, loader } of loaded) {
        if (request.uploads !== undefined) await files.remove(loader, loader.files);
        await sweep(this.#deps, placeOf(loader), this.#run.context.signal);
      }
    } catch (error) {
      // All that counts is committed; what is left over is removed at the next start.
      log.warn(
        { err: error, storeId: this.#run.storeId },
        'Old chunks or files of a document store could not be removed',
      );
    }
  }

  /** Keeps what the loaders were, until the next run has ended. */
  #saveBefore(loaded: readonly LoadedLoader[], indexed: readonly StoredLoader[]): void {
    const { runSeq } = this.#run.context;
    for (const { request, loader, place } of loaded) {
      const isOther = !isSamePart(request.loader, loader.loader) || !isSamePart(request.splitter, loader.splitter);
      saveLoaderBefore(this.#deps, runSeq, loader, { place, isOther });
    }
    for (const loader of indexed)
      saveLoaderBefore(this.#deps, runSeq, loader, { place: placeOf(loader), isOther: false });
  }

  /** Puts the store back to where it was, with the reason. What does not get done here is done at the next start. */
  async undo(cause: unknown): Promise<void> {
    const { stores, loaders, log, now } = this.#deps;
    const { signal } = this.#run.context;
    const error = fromErrorData(toErrorData(signal.aborted ? signal.reason : cause));
    if (error.code === 'DISK_FULL') this.#run.context.makeRoom();
    try {
      if (error.code !== 'SHUTTING_DOWN') for (const begun of this.#begun) await this.#undoLoader(begun);
    } catch (undoError) {
      log.error(
        { err: undoError, storeId: this.#run.storeId },
        'What a failed upsert of a document store left is removed at the next start',
      );
    } finally {
      for (const { loader } of this.#begun)
        if (loader.draftParts === null) loaders.update({ ...loader, isSyncing: false });
      const store = findStore(this.#deps, this.#run.storeId);
      stores.update({ ...store, activity: null, lastError: toStoreError(error), updatedDate: now().toISOString() });
    }
  }

  async #undoLoader({ loader, place, newFiles }: Begun): Promise<void> {
    if (loader.draftParts === null) {
      await this.#deps.files.remove(loader, newFiles);
      await sweep(this.#deps, place);
    } else await removeDraft(this.#deps, loader, loader.draftParts);
  }
}

/** Removes a loader that never came to count, with all that an upsert has stored of it. */
export async function removeDraft(
  deps: StoreAccess,
  loader: StoredLoader,
  parts: VectorParts,
  signal?: AbortSignal,
): Promise<void> {
  const removal = { deps: deps.engine, signal: signal ?? new AbortController().signal };
  await removeLoaders(planRemoval(parts, deps.engine.values), loader.storeId, [loader.id], removal);
  await sweep(deps, { loaderSeq: loader.seq, generation: loader.generation + 1 }, signal);
  await deps.files.removeLoader(loader);
  deps.loaders.remove(loader.id);
}

/** Does the work when the earlier runs of the store have ended; a failure is saved with the store. */
export async function inTurn<T>(
  deps: StoreAccess,
  { storeId, context }: StoreRun,
  work: (work: StoreWork) => Promise<T>,
): Promise<T> {
  const wait = () =>
    deps.log.info({ runId: context.runId }, 'A run of a document store waits for another one of the same store');
  return deps.lock.run(storeId, context.signal, wait, async () => {
    const mine = new StoreWork(deps, { storeId, context });
    try {
      return await work(mine);
    } catch (error) {
      if (deps.stores.find(storeId) !== undefined) await mine.undo(error);
      throw error;
    }
  });
}

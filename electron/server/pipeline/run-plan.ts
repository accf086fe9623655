import type { RunResult, UpsertCounts } from '../../../shared/api/runs.ts';
import { type AddedDoc, SOURCE_DOCUMENTS_LIMIT, type SourceDocument } from '../../../shared/api/vector.ts';
import type { FlowPlan, PlannedLoader } from '../../../shared/flow/compile-flow.ts';
import { notesOf } from '../../../shared/flow/node-notes.ts';
import { uuidText } from '../common/uuid.ts';
import type { ChunkBatch } from '../core/chunk.ts';
import type { EmbeddingHost, EmbeddingModel } from '../core/embedding-model.ts';
import type { LoadChunks } from '../core/load-job.ts';
import { collectAdded } from './collect-added.ts';
import type { ValueSource } from './compile/fill-inputs.ts';
import { checkModel, openModel } from './compile/open-nodes.ts';
import { type BatchProgress, indexBatches, noCounts } from './index/index-documents.ts';
import type { FilesByLoader } from './load/assign-files.ts';
import { jobOf } from './load/loader-job.ts';
import { createRunFailures } from './load/run-failures.ts';
import type { RunFeed } from './run-feed.ts';
import { type IndexHost, type OpenIndex, withIndex } from './with-index.ts';

/** What running a plan needs of the server. */
export interface EngineHost extends IndexHost {
  readonly loadChunks: LoadChunks;
  readonly embeddingHost: EmbeddingHost;
  /** Variables and credentials that inputs refer to. */
  readonly values: ValueSource;
  /** Resolves when what was committed is on the disk. */
  readonly settle: () => Promise<void>;
}

export interface PlanRun {
  readonly chatflowId: string;
  readonly runSeq: number;
  readonly plan: FlowPlan;
  readonly files: FilesByLoader;
  readonly feed: RunFeed;
  readonly signal: AbortSignal;
  readonly wantsDocuments: boolean;
  /** Called when another run of the same records has to end first. */
  onWait(): void;
}

export interface PlanOutcome {
  readonly counts: UpsertCounts;
  readonly totalKeys: number | undefined;
  /** Chunks loaded by this run, at most SOURCE_DOCUMENTS_LIMIT of them. */
  readonly documents: readonly SourceDocument[];
  readonly isTruncated: boolean;
  /** What could not be read, while the run went on. */
  readonly failures: Pick<RunResult, 'failedFiles' | 'failedFilesTruncated'>;
  /** Chunks that this run added, at most SOURCE_DOCUMENTS_LIMIT of them. */
  readonly addedDocs: readonly AddedDoc[];
}

/** Whether a loader reads files; any other fetches by itself. */
export function takesFiles({ definition }: PlannedLoader): boolean {
  return definition.upload !== undefined;
}

/** @returns whether there were more than the answer may have */
function collectDocuments(into: SourceDocument[], { batch, chunkIds }: BatchProgress): boolean {
  for (const [index, pageContent] of batch.contents.entries()) {
    const id = chunkIds.get(index);
    if (id === undefined) continue;
    if (into.length === SOURCE_DOCUMENTS_LIMIT) return true;
    const metadata: SourceDocument['metadata'] = JSON.parse(batch.metadata[index] ?? '{}');
    into.push({ id: uuidText(id), pageContent, metadata });
  }
  return false;
}

/** Opens the plan's model and tells the feed how far that is. */
export function openModelOfRun(
  { plan, feed, signal }: Pick<PlanRun, 'feed' | 'signal'> & { readonly plan: Pick<FlowPlan, 'embedding'> },
  host: Pick<EngineHost, 'embeddingHost'>,
): Promise<EmbeddingModel> {
  const { id } = plan.embedding;
  feed.updateNode(id, { status: 'running', unit: 'chunks', done: 0 });
  return openModel(plan, host.embeddingHost, signal, (message, fraction) => {
    feed.updateNode(id, {
      message,
      unit: 'percent',
      ...(fraction === undefined ? {} : { done: Math.round(fraction * 100), total: 100 }),
    });
  });
}

/**
 * Runs a plan: load -> split -> hash -> ask the records -> embed what is new -> commit, as one stream that is pulled from the end, then
 * the clean-up. What is committed stays when it fails or is cancelled; running it again converges.
 */
export function runPlan(run: PlanRun, host: EngineHost): Promise<PlanOutcome> {
  const { plan, feed, signal, chatflowId: ownerId, runSeq, onWait } = run;
  return withIndex({ plan, ownerId, runSeq, signal, onWait }, host, (index) => {
    feed.updateRun({ status: 'RUNNING' });
    return fillIndex(run, index, host);
  });
}

async function fillIndex(run: PlanRun, { store, writer, note }: OpenIndex, host: EngineHost): Promise<PlanOutcome> {
  const { plan, signal } = run;
  const model = await openModelOfRun(run, host);
  await checkModel(store, model, plan.store.id, signal);

  const counts = noCounts();
  const documents: SourceDocument[] = [];
  const addedDocs: AddedDoc[] = [];
  let isTruncated = false;
  const target = { writer, model, embeddings: host.embeddings };
  const failures = createRunFailures();
  const tell = createTeller(run, note);
  for (const loader of plan.loaders) {
    const files = run.files.get(loader.id) ?? [];
    if (files.length === 0 && takesFiles(loader)) {
      tell.skipped(loader);
      continue;
    }
    tell.started(loader);
    const batches = host.loadChunks(jobOf(loader, files, writer.sourceIdKey, plan.embedding), signal);
    await indexBatches(failures.watch(tell.watch(batches, loader)), target, counts, {
      signal,
      onBatch(progress) {
        tell.stored(progress.counts);
        collectAdded(addedDocs, progress);
        if (run.wantsDocuments) isTruncated = collectDocuments(documents, progress) || isTruncated;
      },
    });
    tell.loaded(loader);
  }
  tell.cleaning();
  const onRemoved = (removed: number) => {
    counts.numDeleted += removed;
  };
  await writer.removeStale(onRemoved, signal, failures.unread());
  await host.settle();
  tell.finished(counts);
  const totalKeys = await writer.totalKeys(signal);
  return { counts, totalKeys, documents, isTruncated, addedDocs, failures: failures.told() };
}

/** Turns the steps of a run into node states. */
/** @param note stays with the record manager when the run is over */
function createTeller({ plan, feed }: PlanRun, note: string | undefined) {
  let loaded = 0;
  function total(counts: UpsertCounts): number {
    return counts.numAdded + counts.numUpdated + counts.numSkipped;
  }
  return {
    skipped(loader: PlannedLoader) {
      feed.updateNode(loader.id, { status: 'skipped', message: 'No file for it in this run' });
    },
    started(loader: PlannedLoader) {
      feed.updateNode(loader.id, { status: 'running', message: notesOf(loader) });
      if (loader.splitter !== undefined)
        feed.updateNode(loader.splitter.id, { status: 'running', unit: 'chunks', done: loaded });
    },
    async *watch(batches: AsyncIterable<ChunkBatch>, loader: PlannedLoader): AsyncGenerator<ChunkBatch> {
      for await (const batch of batches) {
        loaded += batch.contents.length;
        feed.updateNode(loader.id, batch.progress);
        if (loader.splitter !== undefined) feed.updateNode(loader.splitter.id, { done: loaded });
        yield batch;
      }
    },
    loaded(loader: PlannedLoader) {
      feed.updateNode(loader.id, { status: 'done' });
      if (loader.splitter !== undefined)
        feed.updateNode(loader.splitter.id, { status: 'done', done: loaded, total: loaded });
    },
    stored(counts: UpsertCounts) {
      const progress = { status: 'running', unit: 'chunks', done: total(counts) } as const;
      feed.updateNode(plan.embedding.id, { ...progress, message: undefined });
      feed.updateNode(plan.store.id, progress);
      if (plan.recordManager !== undefined) feed.updateNode(plan.recordManager.id, progress);
      feed.updateCounts(counts);
    },
    cleaning() {
      feed.updateNode(plan.embedding.id, { status: 'done', message: undefined });
      if (plan.recordManager !== undefined) {
        feed.updateNode(plan.recordManager.id, { status: 'running', message: 'Removing what is gone' });
      }
    },
    finished(counts: UpsertCounts) {
      const done = {
        status: 'done',
        unit: 'chunks',
        done: total(counts),
        total: total(counts),
        message: undefined,
      } as const;
      if (plan.recordManager !== undefined) {
        const told = [note, notesOf(plan.recordManager)].filter((text) => text !== undefined);
        feed.updateNode(plan.recordManager.id, { ...done, message: told.length === 0 ? undefined : told.join(' ') });
      }
      feed.updateNode(plan.store.id, { ...done, message: notesOf(plan.store) });
      feed.updateNode(plan.embedding.id, done);
      feed.updateCounts(counts);
    },
  };
}

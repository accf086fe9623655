import type { UpsertCounts } from '../../../shared/api/runs.ts';
import { SOURCE_DOCUMENTS_LIMIT, type SourceDocument } from '../../../shared/api/vector.ts';
import { BugError, UserError, withNodeId } from '../../../shared/errors/errors.ts';
import type { FlowPlan, PlannedLoader, PlannedNode } from '../../../shared/flow/compile-flow.ts';
import { parseParams } from '../../../shared/flow/parse-params.ts';
import { type BatchProgress, cleanUp, indexBatches } from '../indexing/index-documents.ts';
import type {
  EmbeddingHost,
  EmbeddingModel,
  RecordManager,
  RecordManagerHost,
  VectorStoreHost,
} from '../nodes/kinds.ts';
import { findEmbedding, findRecordManager, findVectorStore } from '../nodes/registry.ts';
import type { Database } from '../storage/database.ts';
import type { EmbeddingRepository } from '../storage/repositories/embedding-repository.ts';
import type { ReadOnlyHosts } from '../storage/repositories/read-only-repository.ts';
import { uuidText } from '../uuid.ts';
import type { VectorStore } from '../vector/vector-store.ts';
import type { FilesByLoader } from './assign-files.ts';
import type { ValueSource } from './fill-inputs.ts';
import type { ChunkBatch, LoadChunks, LoadJob } from './load-job.ts';
import type { RunFeed } from './run-feed.ts';

/** What running a plan needs of the server. */
export interface EngineHost {
  readonly db: Database;
  readonly embeddings: EmbeddingRepository;
  readonly loadChunks: LoadChunks;
  readonly embeddingHost: EmbeddingHost;
  readonly vectorHost: VectorStoreHost;
  readonly recordHost: RecordManagerHost;
  /** For dry runs. */
  readonly readOnly: ReadOnlyHosts;
  /** Variables and credentials that inputs refer to. */
  readonly values: ValueSource;
  /** Called after each batch that was committed. */
  readonly onCommit: () => Promise<void>;
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
}

export interface PlanOutcome {
  readonly counts: UpsertCounts;
  readonly totalKeys: number | undefined;
  /** Chunks loaded by this run, at most SOURCE_DOCUMENTS_LIMIT of them. */
  readonly documents: readonly SourceDocument[];
  readonly isTruncated: boolean;
}

/** Chunks a batch: one transaction of about 10 ms, one request to an embedding server. */
const BATCH_SIZE = 256;

function paramsOf(node: PlannedNode): unknown {
  return parseParams(node.definition, node.inputs, { nodeId: node.id, label: node.label });
}

/** Opens the plan's vector store. */
export function openStore(plan: Pick<FlowPlan, 'store'>, chatflowId: string, host: VectorStoreHost): VectorStore {
  const store = findVectorStore(plan.store.definition.name).open(paramsOf(plan.store), { chatflowId }, host);
  if ('place' in store) throw new BugError('Outside stores are not run yet');
  return store;
}

/** Opens the plan's record manager, if it has one. */
export function openRecords(
  plan: Pick<FlowPlan, 'recordManager'>,
  chatflowId: string,
  collection: string,
  host: RecordManagerHost,
): RecordManager | undefined {
  const node = plan.recordManager;
  if (node === undefined) return undefined;
  const records = findRecordManager(node.definition.name).open(paramsOf(node), { chatflowId, collection }, host);
  if ('place' in records) throw new BugError('Outside record managers are not run yet');
  return records;
}

/** Opens the plan's embedding model; errors of it, now and later, name the node. */
export async function openModel(
  plan: Pick<FlowPlan, 'embedding'>,
  host: EmbeddingHost,
  signal: AbortSignal,
  onMessage: (message: string, fraction: number | undefined) => void,
): Promise<EmbeddingModel> {
  const node = plan.embedding;
  try {
    const model = await findEmbedding(node.definition.name).open(
      paramsOf(node),
      { signal, onProgress: ({ message, fraction }) => onMessage(message, fraction) },
      host,
    );
    return {
      id: model.id,
      get dimensions() {
        return model.dimensions;
      },
      hybridWeight: model.hybridWeight,
      embedDocuments: (texts, abort) => naming(node.id, model.embedDocuments(texts, abort)),
      embedQuery: (text, abort) => naming(node.id, model.embedQuery(text, abort)),
    };
  } catch (error) {
    throw withNodeId(error, node.id);
  }
}

async function naming<T>(nodeId: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw withNodeId(error, nodeId);
  }
}

/**
 * A collection holds vectors of one model.
 * @throws UserError EMBEDDING_MISMATCH (409)
 */
export function checkModel(store: VectorStore, model: EmbeddingModel, nodeId: string): void {
  const bound = store.model();
  if (bound === undefined || (bound.id === model.id && (model.dimensions ?? bound.dimensions) === bound.dimensions))
    return;
  throw new UserError(
    'EMBEDDING_MISMATCH',
    `The collection ${store.collection} holds vectors of ${bound.id} (${bound.dimensions} dimensions), and the flow embeds with ${model.id}: go back to that model, or name a new collection in the vector store.`,
    {
      nodeId,
      details: {
        collection: store.collection,
        expected: bound,
        actual: { id: model.id, dimensions: model.dimensions },
      },
    },
  );
}

/** Whether a loader reads files; any other fetches by itself. */
export function takesFiles({ definition }: PlannedLoader): boolean {
  return definition.upload !== undefined;
}

/** A loader at work, as worker threads take it. */
export function jobOf(loader: PlannedLoader, files: LoadJob['files'], sourceIdKey: string): LoadJob {
  const toJob = (node: PlannedNode) => ({ nodeId: node.id, name: node.definition.name, params: paramsOf(node) });
  return {
    loader: toJob(loader),
    splitter: loader.splitter === undefined ? undefined : toJob(loader.splitter),
    files,
    sourceIdKey,
    batchSize: BATCH_SIZE,
  };
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

/**
 * Runs a plan: load -> split -> hash -> ask the records -> embed what is new -> commit, as one stream that is pulled from the end, then
 * the clean-up. What is committed stays when it fails or is cancelled; running it again converges.
 */
export async function runPlan(run: PlanRun, host: EngineHost): Promise<PlanOutcome> {
  const { plan, feed, signal, chatflowId, runSeq } = run;
  const store = openStore(plan, chatflowId, host.vectorHost);
  const records = openRecords(plan, chatflowId, store.collection, host.recordHost);
  feed.updateNode(plan.embedding.id, { status: 'running', unit: 'chunks', done: 0 });
  const model = await openModel(plan, host.embeddingHost, signal, (message, fraction) => {
    feed.updateNode(plan.embedding.id, {
      message,
      unit: 'percent',
      ...(fraction === undefined ? {} : { done: Math.round(fraction * 100), total: 100 }),
    });
  });
  checkModel(store, model, plan.store.id);

  const counts = { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
  const documents: SourceDocument[] = [];
  let isTruncated = false;
  const target = { db: host.db, embeddings: host.embeddings, store, records, model, runSeq, onCommit: host.onCommit };
  const tell = createTeller(run);
  for (const loader of plan.loaders) {
    const files = run.files.get(loader.id) ?? [];
    if (files.length === 0 && takesFiles(loader)) {
      tell.skipped(loader);
      continue;
    }
    tell.started(loader);
    const batches = host.loadChunks(jobOf(loader, files, records?.sourceIdKey ?? 'source'), signal);
    await indexBatches(tell.watch(batches, loader), target, counts, {
      signal,
      onBatch(progress) {
        tell.stored(progress.counts);
        if (run.wantsDocuments) isTruncated = collectDocuments(documents, progress) || isTruncated;
      },
    });
    tell.loaded(loader);
  }
  tell.cleaning();
  await cleanUp(target, counts, signal);
  await host.settle();
  tell.finished(counts);
  return { counts, totalKeys: records?.count(), documents, isTruncated };
}

/** Turns the steps of a run into node states. */
function createTeller({ plan, feed }: PlanRun) {
  let loaded = 0;
  function total(counts: UpsertCounts): number {
    return counts.numAdded + counts.numUpdated + counts.numSkipped;
  }
  return {
    skipped(loader: PlannedLoader) {
      feed.updateNode(loader.id, { status: 'skipped', message: 'No file for it in this run' });
    },
    started(loader: PlannedLoader) {
      feed.updateNode(loader.id, { status: 'running', done: 0 });
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
      if (plan.recordManager !== undefined) feed.updateNode(plan.recordManager.id, done);
      feed.updateNode(plan.store.id, done);
      feed.updateNode(plan.embedding.id, done);
      feed.updateCounts(counts);
    },
  };
}
